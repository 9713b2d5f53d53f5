import Foundation
import LeakCatalogue

/// A cache that the whole app shares.
public enum SharedCache: Case {
  public static let id = "owners/shared-cache"
  public static let question = "Does a cache let go of an object that nobody else uses any more?"

  final class Photo: Sendable {
    let id = UUID()
  }

  final class Cache: @unchecked Sendable {
    static let shared = Cache()

    private let lock = NSLock()
    private var photos: [UUID: Photo] = [:]
    private var weakPhotos: [UUID: WeakPhoto] = [:]

    func keep(_ photo: Photo) {
      lock.withLock { photos[photo.id] = photo }
    }

    func keepWeakly(_ photo: Photo) {
      lock.withLock { weakPhotos[photo.id] = WeakPhoto(photo: photo) }
    }

    func remove(_ photo: Photo) {
      lock.withLock { photos[photo.id] = nil }
    }
  }

  struct WeakPhoto {
    weak var photo: Photo?
  }

  public static let variants: [Variant] = [
    .held(
      "kept",
      report: """
        SharedCache.Photo is held: 1 instance is kept alive by static SharedCache.Cache.shared.

          ╭─ static SharedCache.Cache.shared
          │    .photos[value]: SharedCache.Photo
          ╰→ SharedCache.Photo

          It lives as long as that variable leads to it. Take it out of SharedCache.Cache.photos before the check, or keep only a weak reference there.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint b09ec044
        """
    ) {
      let photo = Photo()
      Cache.shared.keep(photo)
      return photo
    } sever: { photo in
      Cache.shared.remove(photo)
    },
    .fixed("removed") {
      let photo = Photo()
      Cache.shared.keep(photo)
      Cache.shared.remove(photo)
      return photo
    },
    .fixed("kept-weakly") {
      let photo = Photo()
      Cache.shared.keepWeakly(photo)
      return photo
    },
  ]

  public static let why = """
    A dictionary owns its values, and a `static let` owns the cache for as long as the process runs. There is no \
    cycle: the photo can still be reached, though nobody will ever ask for it again.
    """
  public static let fix = """
    Remove the entry when its owner has gone. Or let the cache refer to its objects weakly, and drop the entries whose objects \
    have gone, for instance whenever it gets a new one: else the empty entries pile up.
    """
  public static let source: Source? = nil
}
