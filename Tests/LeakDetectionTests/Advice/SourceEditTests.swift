import LeakHeapReading
import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// What the edits of remedies make of a source.
@Suite(.leakFree) struct SourceEditTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var source: String
    /// What the edits make of it; `nil` where none can be made.
    var edited: String?
    var variable = "self"
    var isOptional = false
    /// Another variable.
    var second: String?
    var number: ClosureNumber?
    var isAsync = false
    /// Whether a task runs the closure.
    var isRunning = false
    var result = FunctionName.Signature.Result.nothing
    var emptyValue: String?
    var depth = 1
    /// The line of the closure, from 1.
    var line = 1

    var captures: [ClosureEdit.Capture] {
      [ClosureEdit.Capture(name: variable, isOptional: isOptional)]
        + (second.map { [ClosureEdit.Capture(name: $0)] } ?? [])
    }

    var testDescription: String { source }
  }

  static let closures = [
    Example(source: "a = { self.stop() }", edited: "a = { [weak self] in self?.stop() }"),
    Example(
      source: "nonisolated(unsafe) let me = self; a = { me.stop() }", edited: nil, variable: "me"),
    // In Swift 5 mode the closure inside would have to say self.
    Example(source: "a = { [self] in stop(); run { hit() } }", edited: nil),
    Example(
      source: "task = Task { for await a in Feed.all { self.note(); a.each { show($0) } } }",
      edited: nil, isAsync: true, isRunning: true),
    Example(
      source: "task = Task { for await a in Feed.all { a.each { if $0 { self.show($0) } } } }",
      edited:
        "task = Task { [weak self] in for await a in Feed.all { guard let self else { return }; a.each { if $0 { self.show($0) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source: "task = Task { self.stop(); b.each { c in c.show() } }",
      edited:
        "task = Task { [weak self] in guard let self else { return }; self.stop(); b.each { c in c.show() } }",
      isAsync: true),
    // A variable of the same name is declared beside the guard.
    Example(
      source: "a = { guard let b = b as? C else { return }; b.stop() }", edited: nil, variable: "b"),
    Example(source: "a = { let b = b; use(b) }", edited: nil, variable: "b"),
    Example(
      source: "a = { if let c = b as? C { let b = c; use(b) } }",
      edited:
        "a = { [weak b] in guard let b else { return }; if let c = b as? C { let b = c; use(b) } }",
      variable: "b"),
    // Of a result builder's parts none is the whole.
    Example(
      source: "items { self.quit }", edited: nil, result: .value, emptyValue: "[]"),
    Example(
      source: "a = { self.items }", edited: "a = { [weak self] in self?.items ?? [] }",
      result: .value, emptyValue: "[]"),
    Example(
      source: "title { self.name }", edited: "title { [weak self] in self?.name ?? \"\" }",
      result: .value, emptyValue: "\"\""),
    // A weak reference is no isolation.
    Example(
      source: "func bind(_ w: isolated Worker) { w.onTick = { w.count += 1 } }", edited: nil,
      variable: "w"),
    Example(
      source: "func bind(_ w: Worker) { w.onTick = { w.count += 1 } }",
      edited: "func bind(_ w: Worker) { w.onTick = { [weak w] in w?.count += 1 } }",
      variable: "w"),
    Example(
      source: "a = { [self] in stop(); if b { hit() } }",
      edited: "a = { [weak self] in guard let self else { return }; stop(); if b { hit() } }"),
    Example(
      source: "let me = self; a = { me.stop() }",
      edited: "let me = self; a = { [weak me] in me?.stop() }", variable: "me"),
    Example(
      source: "Task { [s] in for await _ in s { self.hit() } }",
      edited:
        "Task { [weak self, s] in for await _ in s { guard let self else { return }; self.hit() } }",
      isAsync: true, isRunning: true),
    Example(
      source: "Task { [s = st] in for await _ in s { self.hit() } }",
      edited:
        "Task { [weak self, s = st] in for await _ in s { guard let self else { return }; self.hit() } }",
      isAsync: true, isRunning: true),
    // What the closure itself says of its type would change with a result that may be missing.
    Example(
      source: "let all = [{ self.count += 1 }]",
      edited: "let all = [{ [weak self] in guard let self else { return }; self.count += 1 }]"),
    Example(
      source: "let all = [\"a\": { self.stop() }]",
      edited: "let all = [\"a\": { [weak self] in guard let self else { return }; self.stop() }]"),
    Example(
      source: "let pair = (a: { self.stop() }, b: 1)",
      edited: "let pair = (a: { [weak self] in guard let self else { return }; self.stop() }, b: 1)"
    ),
    Example(
      source: "let a = b ? { self.stop() } : c",
      edited: "let a = b ? { [weak self] in guard let self else { return }; self.stop() } : c"),
    Example(
      source: "let a = Optional({ self.stop() })",
      edited: "let a = Optional({ [weak self] in guard let self else { return }; self.stop() })"),
    Example(
      source: "f(a: { self.stop() })", edited: "f(a: { [weak self] in self?.stop() })"),
    Example(
      source: "f(1, { self.stop() }, b: 2)", edited: "f(1, { [weak self] in self?.stop() }, b: 2)"),
    Example(source: "f(a) { self.stop() }", edited: "f(a) { [weak self] in self?.stop() }"),
    Example(source: "all.each { self.stop() }", edited: "all.each { [weak self] in self?.stop() }"),
    Example(
      source: "(1, { self.stop() })",
      edited: "(1, { [weak self] in guard let self else { return }; self.stop() })"),
    // A closure in the capture list captures the object.
    Example(source: "a = { [b = { n.stop() }] in b() }", edited: nil, variable: "n"),
    Example(source: "a = {self.stop()}", edited: "a = { [weak self] in self?.stop()}"),
    Example(source: "a = { self.count += 1 }", edited: "a = { [weak self] in self?.count += 1 }"),
    Example(
      source: "a = { print(self) }",
      edited: "a = { [weak self] in guard let self else { return }; print(self) }"),
    Example(
      source: "a = {print(self)}",
      edited: "a = { [weak self] in guard let self else { return }; print(self)}"),
    Example(
      source: "a = { self.total = self.count }",
      edited: "a = { [weak self] in guard let self else { return }; self.total = self.count }"),
    Example(
      source: "a = { $0 ? self.stop() : self.play() }",
      edited:
        "a = { [weak self] in guard let self else { return }; $0 ? self.stop() : self.play() }"),
    Example(
      source: "a = { value in self.take(value) }",
      edited: "a = { [weak self] value in self?.take(value) }"),
    Example(
      source: "a = { (value: Int, _) -> Void in self.take(value) }",
      edited: "a = { [weak self] (value: Int, _) -> Void in self?.take(value) }"),
    Example(
      source: "a = { [count] in self.take(count) }",
      edited: "a = { [weak self, count] in self?.take(count) }"),
    Example(
      source: "a = { [self] in take() }",
      edited: "a = { [weak self] in guard let self else { return }; take() }"),
    Example(
      source: "a = { [self, unowned view] in take(view) }",
      edited: "a = { [weak self, unowned view] in guard let self else { return }; take(view) }"),
    Example(
      source: "a = { [p = player] in p.stop() }", edited: "a = { [weak p = player] in p?.stop() }",
      variable: "p"),
    Example(
      source: "a = { player.stop() }", edited: "a = { [weak player] in player?.stop() }",
      variable: "player"),
    Example(
      source: "a = { player?.stop() }", edited: "a = { [weak player] in player?.stop() }",
      variable: "player", isOptional: true),
    Example(
      source: "a = { @MainActor in self.stop() }",
      edited: "a = { @MainActor [weak self] in self?.stop() }"),
    Example(
      source: "a = { @MainActor (value) async throws in try await self.take(value) }",
      edited:
        "a = { @MainActor [weak self] (value) async throws in guard let self else { return }; try await self.take(value) }"
    ),
    Example(source: "a = { self.title }", edited: nil, result: .value),
    Example(
      source: "a = { self.title }", edited: "a = { [weak self] in self?.title ?? \"\" }",
      result: .value, emptyValue: "\"\""),
    Example(
      source: "a = { let count = self.count; return count }",
      edited:
        "a = { [weak self] in guard let self else { return 0 }; let count = self.count; return count }",
      result: .value, emptyValue: "0"),
    Example(source: "a = { self.count + 1 }", edited: nil, result: .value, emptyValue: "0"),
    Example(source: "a = { f(self) }", edited: nil, result: .value, emptyValue: "0"),
    Example(
      source: "a = { self.title }", edited: "a = { [weak self] in self?.title }", result: .optional),
    Example(
      source: "a = { let title = self.title; return title }",
      edited:
        "a = { [weak self] in guard let self else { return nil }; let title = self.title; return title }",
      result: .optional),
    Example(source: "a = { f(self) }", edited: nil, result: .optional),
    // The loop's word is none of the closure's head.
    Example(
      source: "a = { for (key, value) in self.all { print(key, value) } }",
      edited:
        "a = { [weak self] in guard let self else { return }; for (key, value) in self.all { print(key, value) } }"
    ),
    Example(
      source: """
        onReset = {
          self.reset()
          for (key, value) in self.all { print(key, value) }
        }
        """,
      edited: """
        onReset = { [weak self] in
          guard let self else { return }
          self.reset()
          for (key, value) in self.all { print(key, value) }
        }
        """),
    Example(
      source: """
        onReset = {
          (first, last) = (last, first)
          for case (let key, _) in self.all { print(key) }
        }
        """,
      edited: """
        onReset = { [weak self] in
          guard let self else { return }
          (first, last) = (last, first)
          for case (let key, _) in self.all { print(key) }
        }
        """),
    Example(
      source: """
        load { (
          result: Result<Int, any Error>, _: Int
        ) async throws(Failure)
          -> (any Store)?
        in
          self.show(result)
        }
        """,
      edited: """
        load { [weak self] (
          result: Result<Int, any Error>, _: Int
        ) async throws(Failure)
          -> (any Store)?
        in
          guard let self else { return }
          self.show(result)
        }
        """),
    Example(
      source: """
        load { result,
          $error
          in
          self.show(result)
        }
        """,
      edited: """
        load { [weak self] result,
          $error
          in
          guard let self else { return }
          self.show(result)
        }
        """),
    // A keyword that is a label begins nothing, and what a brace begins is known again behind the braces in its parentheses.
    Example(
      source: "func observe(for key: String) { all.append { self.refresh(key) } }",
      edited:
        "func observe(for key: String) { all.append { [weak self] in self?.refresh(key) } }"),
    Example(
      source:
        "func observe(for key: String) { bus.add { name in self.all[name] = { self.refresh(key) } } }",
      edited:
        "func observe(for key: String) { bus.add { name in self.all[name] = { [weak self] in self?.refresh(key) } } }",
      depth: 2),
    Example(
      source: "init(@Wrap if key: Int, done: () -> Void = {}) { a = { self.stop() } }",
      edited:
        "init(@Wrap if key: Int, done: () -> Void = {}) { a = { [weak self] in self?.stop() } }"),
    Example(
      source: "func f() { if all.contains(where: { $0 > 1 }) { a = { self.stop() } } }",
      edited:
        "func f() { if all.contains(where: { $0 > 1 }) { a = { [weak self] in self?.stop() } } }"),
    // A directive is no statement, a loop ends with a condition, and a variable may be called an actor.
    Example(
      source: "func f() {\n#if DEBUG\n a()\n#else\n b()\n#endif\n c { self.stop() } }",
      edited:
        "func f() {\n#if DEBUG\n a()\n#else\n b()\n#endif\n c { [weak self] in self?.stop() } }",
      line: 7),
    Example(
      source: "func f() { repeat { a() } while b\n c { self.stop() } }",
      edited: "func f() { repeat { a() } while b\n c { [weak self] in self?.stop() } }", line: 2),
    Example(
      source: "func f() { take(actor)\n let a = actor\n c { self.stop() } }",
      edited: "func f() { take(actor)\n let a = actor\n c { [weak self] in self?.stop() } }",
      line: 3),
    Example(
      source: "func f() { guard let actor else { return }; c { actor in { self.stop() } } }",
      edited:
        "func f() { guard let actor else { return }; c { actor in { [weak self] in guard let self else { return }; self.stop() } } }",
      depth: 2),
    Example(
      source: "func f() { set(3)\n c { self.stop() } }",
      edited: "func f() { set(3)\n c { [weak self] in self?.stop() } }", line: 2),
    // With an optional, an operator has no meaning, and an interpolation another one.
    Example(source: "a = { self.seed ^ 0xFF }", edited: nil, result: .value, emptyValue: "0"),
    Example(source: "a = { self.seed <+> 1 }", edited: nil, result: .value, emptyValue: "0"),
    Example(source: "a = { self.seed ≠ 1 }", edited: nil, result: .value, emptyValue: "false"),
    Example(source: "a = { self.seed...9 }", edited: nil, result: .optional),
    Example(
      source: "a = { self.mask ^= 1 }",
      edited: "a = { [weak self] in guard let self else { return }; self.mask ^= 1 }"),
    Example(
      source: "a = { self.all ++= 1 }",
      edited: "a = { [weak self] in guard let self else { return }; self.all ++= 1 }"),
    Example(
      source: "a = { self.all[0].add(1.5, `in`: \\.name, #line) }",
      edited: nil, result: .value, emptyValue: "0"),
    Example(
      source: "a = { self.all[0].map(\\.name, #line, 1.5, `in`) }",
      edited: "a = { [weak self] in self?.all[0].map(\\.name, #line, 1.5, `in`) ?? 0 }",
      result: .value, emptyValue: "0"),
    Example(
      source: "a = { self.take(b + 1) }", edited: "a = { [weak self] in self?.take(b + 1) }"),
    Example(source: "a = { self.title + b }", edited: nil, result: .optional),
    Example(source: #"a = { "\(self.count)" }"#, edited: nil, result: .optional),
    Example(
      source: #"a = { "\(self.count)" }"#, edited: nil, result: .value, emptyValue: #""""#),
    Example(
      source: ##"a = { #"\#(self.count)"# }"##, edited: nil, result: .value, emptyValue: #""""#),
    Example(
      source: #"a = { "\(self.title) saved".log() }"#,
      edited:
        #"a = { [weak self] in guard let self else { return }; "\(self.title) saved".log() }"#),
    Example(
      source: #"a = { self.log("saved") }"#, edited: #"a = { [weak self] in self?.log("saved") }"#),
    // Who returns early ends nothing.
    Example(source: "a = { self.take(data); group.leave() }", edited: nil),
    Example(source: "a = { memory, _ in self.drop(memory); memory.deallocate() }", edited: nil),
    Example(source: "a = { self.take($0); lock?.unlock() }", edited: nil),
    Example(source: "a = { print(self); completion() }", edited: nil),
    // Who waits has the group, and not who makes the closure alone.
    Example(source: "a = { print(self); self.group?.leave() }", edited: nil),
    Example(source: "a = { self.done.signal() }", edited: nil),
    Example(source: "a = { let group = self.group; print(self); group.leave() }", edited: nil),
    Example(source: "a = { print(self); self.groups.forEach { $0.leave() } }", edited: nil),
    Example(source: "a = { self.continuation?.resume() }", edited: nil),
    Example(
      source: "a = { self.timer?.resume() }",
      edited: "a = { [weak self] in guard let self else { return }; self.timer?.resume() }"
    ),
    Example(source: "a = { self.signal() }", edited: "a = { [weak self] in self?.signal() }"),
    Example(
      source: "a = { print(self); self.file?.close() }",
      edited:
        "a = { [weak self] in guard let self else { return }; print(self); self.file?.close() }"),
    Example(
      source: "a = { [self] in take(); finish() }",
      edited: "a = { [weak self] in guard let self else { return }; take(); finish() }"),
    Example(
      source: "a = { self.resume() }", edited: "a = { [weak self] in self?.resume() }"),
    Example(
      source: "b.map { $0 }.each { self.take($0) }",
      edited: "b.map { $0 }.each { [weak self] in self?.take($0) }"),
    Example(
      source: "b.each { self.take($0) }.each { self.drop($0) }",
      edited: "b.each { self.take($0) }.each { [weak self] in self?.drop($0) }", number: 2),
    Example(
      source: "let a = { self.stop() }",
      edited: "let a = { [weak self] in guard let self else { return }; self.stop() }"),
    Example(
      source: "a = { self.show(panel) }",
      edited:
        "a = { [weak self, weak panel] in guard let self, let panel else { return }; self.show(panel) }",
      second: "panel"),
    Example(
      source: "a = { [panel, count] in self.show(panel, count) }",
      edited:
        "a = { [weak self, weak panel, count] in guard let self, let panel else { return }; self.show(panel, count) }",
      second: "panel"),
    // What awaits something is in a task, and need not be on the actor.
    Example(
      source: "actor Counter { func f() { a = { Task { await self.tick() } } } }",
      edited:
        "actor Counter { func f() { a = { [weak self] in guard let self else { return }; Task { await self.tick() } } } }"
    ),
    Example(
      source:
        "actor Counter { func f() { a = { Task { for await x in y { await self.tick(x) } } } } }",
      edited: nil),
    Example(
      source: "actor Counter { func f() { a = { self.ticks += 1 } } }",
      edited:
        "actor Counter { func f() { a = { [weak self] in self?.assumeIsolated { $0.ticks += 1 } } } }"
    ),
    Example(
      source: """
        actor Counter {
          func f() {
            a = { step in
              self.ticks += step
              self.note("tick \\(self.ticks)")
            }
          }
        }
        """,
      edited: """
        actor Counter {
          func f() {
            a = { [weak self] step in
              self?.assumeIsolated {
                $0.ticks += step
                $0.note("tick \\($0.ticks)")
              }
            }
          }
        }
        """, line: 3),
    Example(
      source: "actor Counter { func f() { a = {self.ticks += 1} } }",
      edited:
        "actor Counter { func f() { a = { [weak self] in self?.assumeIsolated { $0.ticks += 1 }} } }"
    ),
    Example(
      source: "actor Counter<T> { func f() { let actor = 1; a = {self.ticks += actor} } }",
      edited:
        "actor Counter<T> { func f() { let actor = 1; a = { [weak self] in self?.assumeIsolated { $0.ticks += actor }} } }"
    ),
    Example(
      source: "actor Counter { func f() { a = { try? self.tick() } } }", edited: nil),
    Example(
      source: "actor Counter { func f() { a = { self.all.forEach { self.take($0) } } } }",
      edited: nil),
    Example(
      source: "a = { for await value in self.values { self.take(value) } }",
      edited:
        "a = { [weak self, values = self.values] in for await value in values { guard let self else { return }; self.take(value) } }",
      isAsync: true, isRunning: true),
    // A task's closure need not write self.
    Example(
      source: "a = { for await value in values { self.take(value) } }",
      edited:
        "a = { [weak self, values = self.values] in for await value in values { guard let self else { return }; self.take(value) } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "func f() { let (values, end) = make(); a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { let (values, end) = make(); a = { [weak self] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, depth: 1),
    Example(
      source:
        "func f() { var (end, values) = make(); a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { var (end, values) = make(); a = { [weak self] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, depth: 1),
    Example(
      source:
        "func f() { let end = 1, values = make(end); a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { let end = 1, values = make(end); a = { [weak self] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, depth: 1),
    Example(
      source:
        "func f() { let (a, b) = (1, 2), values: V = make(a); a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { let (a, b) = (1, 2), values: V = make(a); a = { [weak self] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, depth: 1),
    Example(
      source:
        "func f() { let a = make(b, values: 1); a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { let a = make(b, values: 1); a = { [weak self, values = self.values] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, isRunning: true, depth: 1),
    Example(
      source:
        "func f() { make(values); let b = 1; a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { make(values); let b = 1; a = { [weak self, values = self.values] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, isRunning: true, depth: 1),
    Example(
      source:
        "func f() { let a = [b, values]; a = { for await value in values { self.take(value) } } }",
      edited:
        "func f() { let a = [b, values]; a = { [weak self, values = self.values] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true, isRunning: true, depth: 1),
    Example(
      source: "func f(_ values: V) { a = { for await value in values { self.take(value) } } }",
      edited:
        "func f(_ values: V) { a = { [weak self] in for await value in values { guard let self else { return }; self.take(value) } } }",
      isAsync: true),
    // What is before the loop, or computes its sequence, may be self's as well.
    Example(
      source: "a = { begin(); for await value in self.values { self.take(value) } }", edited: nil,
      isAsync: true),
    Example(
      source: "a = { for await value in self.source.values { self.take(value) } }", edited: nil,
      isAsync: true),
    // The closure is a task's, which waits in it.
    Example(
      source: "a = { await self.load() }", edited: nil, isAsync: true, isRunning: true),
    Example(
      source: "a = { await self.load() }",
      edited: "a = { [weak self] in guard let self else { return }; await self.load() }",
      isAsync: true),
    // Which of the two it is cannot be told.
    Example(source: "b.each { self.take($0) }.each { self.take($0) }", edited: nil),
    Example(
      source: """
        func start() {
          onStop = {
            // The player stops.
            self.stop("}")
            self.count += 1
          }
        }
        """,
      edited: """
        func start() {
          onStop = { [weak self] in
            // The player stops.
            guard let self else { return }
            self.stop("}")
            self.count += 1
          }
        }
        """, line: 2),
    Example(
      source: """
        load { result, error in
          self.show(result)
        }
        """,
      edited: """
        load { [weak self] result, error in
          guard let self else { return }
          self.show(result)
        }
        """),
    Example(
      source: """
        load { [weak self] in
          guard let self else { return }
          items.forEach { item in
            self.show(item)
          }
        }
        """,
      edited: """
        load { [weak self] in
          guard let self else { return }
          items.forEach { [weak self] item in
            guard let self else { return }
            self.show(item)
          }
        }
        """, depth: 2, line: 3),
  ]

  @Test(arguments: closures) func closure(_ example: Example) throws {
    let source = SourceFiles.Source(sketch: example.source)
    let edits = ClosureEdit(
      source, line: example.line, depth: example.depth, number: example.number,
      isAsync: example.isAsync, using: example.variable)?.capturing(
        example.captures, result: example.result, emptyValue: example.emptyValue,
        isRunning: example.isRunning)
    #expect(edits.map { applying($0, to: example.source) } == example.edited)
  }

  /// Local functions, and what is made of `tick` on the second line.
  static let localFunctions: [(source: String, edited: String?)] = [
    (
      """
      func start() {
        func tick() { count += 1 }
        onTick = tick
      }
      """,
      """
      func start() {
        let tick: () -> Void = { [weak self] in guard let self else { return }; count += 1 }
        onTick = tick
      }
      """
    ),
    (
      """
      func start() {
        func tick() {
          count += 1
        }
        onTick = { tick() }
      }
      """,
      """
      func start() {
        let tick: () -> Void = { [weak self] in
          guard let self else { return }
          count += 1
        }
        onTick = { tick() }
      }
      """
    ),
    // Calls itself.
    ("func start() {\n  func tick() { tick() }\n}", nil),
    // Is used before it is declared.
    ("func start() { onTick = tick\n  func tick() { count += 1 }\n}", nil),
    // Calls another one, which captures as well.
    ("func start() { func count() { all += 1 }\n  func tick() { count() }\n}", nil),
    // Uses what is declared, or gets its value, behind it: a closure cannot.
    ("func start() {\n  func tick() { count += step }\n  let step = 2\n}", nil),
    ("func start() {\n  func tick() { count += step }\n  let (a, step) = pair\n}", nil),
    ("func start() { let step: Int\n  func tick() { count += step }\n  step = 2\n}", nil),
    ("func start() { if a {\n  func tick() { count += step }\n  on = tick }; let step = 2 }", nil),
    (
      "func start() {\n  func tick() { count += self.step }\n  let step = 2\n}",
      "func start() {\n  let tick: () -> Void = { [weak self] in guard let self else { return }; count += self.step }\n  let step = 2\n}"
    ),
    (
      "func start() { var step: Int?\n  func tick() { count += step }\n  step = 2; f { let count = 1 }\n}",
      "func start() { var step: Int?\n  let tick: () -> Void = { [weak self] in guard let self else { return }; count += step }\n  step = 2; f { let count = 1 }\n}"
    ),
    (
      "func start() { let low: Int, high: Int\n  func tick() { show(low, high) }\n  low = 1; high = 2 }",
      nil
    ),
    (
      "func start() { let low: Int\n  func tick() { show(low) }\n  let high: Int; (high, low) = (1, f(2)) }",
      nil
    ),
    (
      "func start() { let low: Int; low = 1\n  func tick() { show(low) }\n  f(low, g(2)) == low; f(low) }",
      "func start() { let low: Int; low = 1\n  let tick: () -> Void = { [weak self] in guard let self else { return }; show(low) }\n  f(low, g(2)) == low; f(low) }"
    ),
    // Has an attribute, parameters, effects, a result.
    ("func start() {\n  @Sendable func tick() { count += 1 }\n}", nil),
    ("func start() { @Sendable\n  func tick() { count += 1 }\n}", nil),
    ("func start() {\n  func tick(_ by: Int) { count += by }\n}", nil),
    ("func start() {\n  func tick() async { count += 1 }\n}", nil),
    ("func start() {\n  func tick() -> Int { count }\n}", nil),
    ("actor Clock { func start() {\n  func tick() { count += 1 }\n} }", nil),
  ]

  @Test(arguments: localFunctions) func localFunction(_ example: (source: String, edited: String?))
  {
    let edits = LocalFunctionEdit.edits(
      SourceFiles.Source(sketch: example.source), line: 2, name: "tick")
    #expect(edits.map { applying($0, to: example.source) } == example.edited)
  }

  /// A property of a class, and what is made of it.
  static let properties: [(declaration: String, weak: String?, unowned: String?)] = [
    ("var house: House?", "weak var house: House?", nil),
    ("var house: House? = nil", "weak var house: House? = nil", nil),
    ("private(set) var house: House!", "private(set) weak var house: House!", nil),
    ("var house: Optional<House>", "weak var house: Optional<House>", nil),
    ("let house: House?", "weak var house: House?", nil),
    (
      "var house: House? { didSet { move() } }", "weak var house: House? { didSet { move() } }", nil
    ),
    ("public let house: House", nil, "public unowned let house: House"),
    ("let house: any Housing", nil, "unowned let house: any Housing"),
    ("let house: Box<House, Int>", nil, "unowned let house: Box<House, Int>"),
    ("var house: House", nil, "unowned var house: House"),
    ("var house: House? = House()", nil, nil),
    ("let house = House()", nil, nil), ("@Published var house: House?", nil, nil),
    ("var house: (House, Door)?", nil, nil), ("var house: (repeat each Room)?", nil, nil),
    ("var house: (any Home)?", "weak var house: (any Home)?", nil),
    ("lazy var house: House? = nil", nil, nil), ("let house: House, door: Door", nil, nil),
  ]

  @Test(arguments: properties)
  func property(_ property: (declaration: String, weak: String?, unowned: String?)) {
    let text =
      "final class Ghost {\n  var count = 0\n  \(property.declaration)\n  let age: Int\n}\n"
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "house", inTypeAt: 1)
    func expected(_ line: String?) -> String? {
      line.map { text.replacing(property.declaration, with: $0) }
    }
    #expect(edit?.weak().map { applying([$0], to: text) } == expected(property.weak))
    #expect(edit?.unowned().map { applying([$0], to: text) } == expected(property.unowned))
  }

  /// A line that stores a method, and what is made of it.
  static let methods: [(line: String, edited: String?)] = [
    ("handler = stop", "handler = { [weak self] in self?.stop() }"),
    ("handler = self.stop", "handler = { [weak self] in self?.stop() }"),
    ("load(then: stop)", "load(then: { [weak self] in self?.stop() })"),
    ("load(stop: stop)", "load(stop: { [weak self] in self?.stop() })"),
    ("handler = player.stop", "handler = { [weak player] in player?.stop() }"),
    ("handler = view.player.stop", nil), ("handler = players[0].stop", nil),
    ("pair = (stop, stop)", nil), ("stop()", nil),
    ("handler = stop(_:)", "handler = { [weak self] in self?.stop() }"),
    ("handler = self.stop(at:_:)", "handler = { [weak self] in self?.stop() }"),
    ("handler = stop(at: 3)", nil),
  ]

  @Test(arguments: methods) func method(_ method: (line: String, edited: String?)) {
    let edit = MethodEdit.edit(
      SourceFiles.Source(sketch: method.line), line: 1, method: "stop()", call: "stop()")
    #expect(edit.map { applying([$0], to: method.line) } == method.edited)
  }

  @Test(arguments: closures) func textThatIsCutShortDoesNoHarm(_ example: Example) {
    for length in 0..<example.source.count {
      let source = SourceFiles.Source(sketch: String(example.source.prefix(length)))
      _ = ClosureEdit(source, line: example.line, depth: example.depth, using: example.variable)?
        .capturing(example.captures, result: example.result)
    }
  }
}
