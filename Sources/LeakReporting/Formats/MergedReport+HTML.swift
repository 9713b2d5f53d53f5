import LeakDetection
import LeakDrawing

extension MergedReport {
  /// A page without anything from elsewhere: the causes, each with its picture, the report, and the source.
  func html(sources: SourceFinder) -> String {
    let standings = Standing.allCases.filter { standing in
      causes.contains { $0.standing == standing }
    }
    let choices = standings.map { standing in
      "<label><input type=\"checkbox\" name=\"standing\" value=\"\(standing.rawValue)\" checked> \(standing.rawValue)</label>\n"
    }.joined()
    let search =
      causes.isEmpty
      ? ""
      : """
      <div role="search" hidden>
      <label>Filter <input type="search" id="search" placeholder="type, test, file, fingerprint"></label>
      \(choices)<output id="shown"></output>
      </div>

      """
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(summary.escapedForXML)</title>
      <style>
      \(Self.style)
      \(RetainGraph.styleSheet(.automatic))</style>
      </head>
      <body>
      <h1>\(summary.escapedForXML)</h1>
      \(search)<main>
      \(causes.map { $0.html(sources: sources) }.joined())</main>
      \(causes.isEmpty ? "" : "<script>\n\(Self.script)\n</script>\n")</body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.4rem; }
    [role=search] { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; margin: 1rem 0; }
    [role=search][hidden] { display: none; }
    #search { font: inherit; width: 18rem; max-width: 100%; }
    main > details { border-left: .3rem solid #888; margin: .7rem 0; padding: 0 .8rem; content-visibility: auto; contain-intrinsic-size: auto 2rem; }
    .new, .expired { border-color: #c33; }
    .warning { border-color: #c90; }
    .gone { border-color: #393; }
    summary, li, p { overflow-wrap: anywhere; }
    .retain-graph { max-width: max(100%, 20rem); height: auto; }
    pre, figure { overflow-x: auto; margin: 1rem 0; }
    del, ins { text-decoration: none; display: block; }
    del { background: #c0182b30; }
    ins { background: #2d8a3e38; }
    """

  /// Hides what does not match. Without it, everything is shown.
  private static let script = """
    const search = document.querySelector("[role=search]");
    const field = document.querySelector("#search");
    const standings = [...document.querySelectorAll("[name=standing]")];
    const leaks = [...document.querySelectorAll("main > details")];
    const texts = leaks.map((leak) => leak.textContent.toLowerCase());
    function filter() {
      const words = field.value.toLowerCase().split(/\\s+/);
      const chosen = new Set(standings.filter((box) => box.checked).map((box) => box.value));
      let shown = 0;
      leaks.forEach((leak, index) => {
        leak.hidden = !chosen.has(leak.className) || !words.every((word) => texts[index].includes(word));
        if (!leak.hidden) shown += 1;
      });
      document.querySelector("#shown").textContent = `${shown} of ${leaks.length} shown`;
    }
    search.hidden = false;
    search.addEventListener("input", filter);
    filter();
    """
}

extension MergedReport.Cause {
  fileprivate func html(sources: SourceFinder) -> String {
    let remark = remark.map { "<p>\($0.escapedForXML)</p>" } ?? ""
    let tests = tests.map { "<li>\($0.escapedForXML)</li>" }.joined()
    let picture = leak.flatMap(RetainGraph.init).map { "<figure>\($0.inlineSVG)</figure>\n" } ?? ""
    let source = SourceExcerpt(around: self, in: sources)?.html ?? ""
    return """
      <details class="\(standing.rawValue)">
      <summary><b>\(standing.rawValue)</b> <code>\(fingerprint)</code> \(headline.escapedForXML)</summary>
      \(remark)<ul>\(tests)</ul>
      \(picture)<pre>\((leak?.report ?? headline).escapedForXML)</pre>
      \(source)</details>

      """
  }
}

extension SourceExcerpt {
  fileprivate var html: String {
    let width = lines.map { "\($0.number)".count }.max() ?? 0
    let rows = lines.map { line in
      let number = String(repeating: " ", count: width - "\(line.number)".count) + "\(line.number)"
      let text = "\(number) \(line.sign) \(line.text)".escapedForXML
      return switch line.sign {
      case "-": "<del>\(text)</del>"
      case "+": "<ins>\(text)</ins>"
      default: text + "\n"
      }
    }
    return "<p>\(path.escapedForXML)</p>\n<pre>\(rows.joined())</pre>\n"
  }
}
