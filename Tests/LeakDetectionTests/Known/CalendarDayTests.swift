import Foundation
import LeakTesting
import Testing

@testable import LeakDetection

@Suite(.leakFree) struct CalendarDayTests {
  @Test func daysSince1970() {
    #expect("\(CalendarDay(Date(timeIntervalSince1970: 0)))" == "1970-01-01")
    #expect("\(CalendarDay(Date(timeIntervalSince1970: 86_399)))" == "1970-01-01")
    #expect("\(CalendarDay(Date(timeIntervalSince1970: 1_798_761_600)))" == "2027-01-01")
  }

  @Test(arguments: [
    "", "2027", "2027-1-31", "27-01-31", "2027-13-01", "2027-00-01", "2027-02-29", "2027-04-31",
    "2027-01-00", "2027-01-31 ", "+027-01-31", "2027-01-31-", "२०२७-01-31",
  ])
  func whatIsNoDay(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func leapDays() {
    #expect(CalendarDay("2028-02-29") != nil)
    #expect(CalendarDay("2000-02-29") != nil)
    #expect(CalendarDay("2100-02-29") == nil)
  }

  @Test func theLastDayIsOneOfThem() throws {
    #expect(try !#require(CalendarDay("2027-01-31")).isAfter("2027-01-31"))
    let next = try #require(CalendarDay("2027-02-01"))
    #expect(next.isAfter("2027-01-31"))
    #expect(!next.isAfter("2027-01-32"))
    #expect(!next.isAfter(nil))
  }
}
