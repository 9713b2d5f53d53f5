import Foundation
import LeakCatalogue

/// A Foundation cache that is deallocated while objects are in it.
public enum DroppedCache: Case {
  public static let id = "owners/dropped-cache"
  public static let question = "Does an `NSCache` release its objects when it is deallocated?"

  /// What a picture is drawn with; it stands in the cache in a frame, which can be emptied.
  final class Picture {
    weak var frame: Frame?
  }

  final class Frame {
    var picture: Picture?

    init(_ picture: Picture? = nil) {
      self.picture = picture
      picture?.frame = self
    }
  }

  final class Gallery {
    let cache = NSCache<NSString, Frame>()
    let picture = Picture()

    init(frames: Int) {
      cache.setObject(Frame(picture), forKey: "0")
      for number in 1..<frames { cache.setObject(Frame(), forKey: "\(number)" as NSString) }
    }

    func close() {
      cache.removeAllObjects()
    }
  }

  public static let variants: [Variant] = [
    .leakedByCache(
      "two-entries",
      report: """
        DroppedCache.Picture leaked: 1 instance is kept alive by a retain cycle of 1 strong reference that it is not part of.

          ╭→ NSCacheEntry<NSString, DroppedCache.Frame>
          │    .prevByCost: NSCacheEntry<NSString, DroppedCache.Frame>
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ NSCacheEntry<NSString, DroppedCache.Frame>

          From NSCacheEntry<NSString, DroppedCache.Frame> it leads on:
               .picture: DroppedCache.Picture

          Call removeAllObjects() before the NSCache goes: on Linux its entries keep one another alive, and the cache does not unlink them.
          a leak of Foundation's, seen with Swift 6.3.1: the entries of an NSCache keep one another when the cache goes
          pattern cache-entries (swift run leakcases show owners/dropped-cache)
          fingerprint 121af2c3
        """
    ) {
      Gallery(frames: 2).picture
    } sever: { picture in
      picture.frame?.picture = nil
    },
    .fixed("one-entry") {
      Gallery(frames: 1).picture
    },
    .fixed("emptied-before") {
      let gallery = Gallery(frames: 2)
      gallery.close()
      return gallery.picture
    },
  ]

  public static let why = """
    A cache owns what is in it, and should release it when the cache itself is deallocated, as on Apple platforms. \
    Foundation's cache on Linux has its entries in a list in which each refers to the next and the one before: two entries \
    keep each other alive when the cache is gone, and with them their keys and objects. This is a leak in the library. \
    The kit reports it as one.
    """
  public static let fix = """
    Call `removeAllObjects()` before the cache is deallocated: that unlinks the entries.
    """
  public static let source: Source? = nil
}
