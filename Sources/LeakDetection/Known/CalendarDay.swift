import Foundation

/// A day of the calendar, as `2027-01-31` writes it.
package struct CalendarDay: Sendable, Hashable, Comparable {
  let year: Int
  let month: Int
  let day: Int

  /// - Returns: `nil` for what is no day: `2027-02-30`, `27-1-31`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      DateComponents(calendar: Self.calendar, year: year, month: month, day: day).isValidDate
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day in UTC at `date`.
  package init(_ date: Date) {
    let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
    (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// The day of the run: that on which somebody asks first. The calendar is made only then.
  static let today = CalendarDay(Date())

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  /// Whether the last day has passed that is written so; not where there is none, or what is no day.
  func isAfter(_ end: String?) -> Bool {
    end.flatMap { CalendarDay($0) }.map { $0 < self } ?? false
  }

  package static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension CalendarDay: CustomStringConvertible {
  package var description: String { String(format: "%04d-%02d-%02d", year, month, day) }
}
