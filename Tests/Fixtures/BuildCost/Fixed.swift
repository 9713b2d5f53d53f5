// What the compiler takes for this file is the measure of what it takes for the package: see `build-cost-check`. It is never changed.

import Foundation

struct Reading: Hashable, Codable, Sendable {
  var station: String
  var date: Date
  var degrees: Double
}

enum Weather: Hashable {
  case calm
  case storm(speed: Double, from: Direction)

  enum Direction: String, CaseIterable { case north, east, south, west }
}

protocol Forecast {
  associatedtype Outlook: Hashable
  func outlook(after readings: [Reading]) throws -> Outlook
}

struct Persistence: Forecast {
  struct NoReadings: Error {}

  func outlook(after readings: [Reading]) throws -> Double {
    guard let last = readings.last else { throw NoReadings() }
    return last.degrees
  }
}

struct Mean<Base: Forecast>: Forecast where Base.Outlook == Double {
  let base: Base
  let windows: [Int]

  func outlook(after readings: [Reading]) throws -> Double {
    let outlooks = try windows.map { try base.outlook(after: Array(readings.suffix($0))) }
    return outlooks.reduce(0, +) / Double(max(outlooks.count, 1))
  }
}

final class Station {
  let name: String
  private(set) var readings: [Reading] = []
  private var listeners: [Int: (Reading) -> Void] = [:]
  private var next = 0

  init(name: String) { self.name = name }

  func listen(_ listener: @escaping (Reading) -> Void) -> () -> Void {
    next += 1
    let key = next
    listeners[key] = listener
    return { [weak self] in self?.listeners[key] = nil }
  }

  func measure(_ degrees: Double, at date: Date) {
    let reading = Reading(station: name, date: date, degrees: degrees)
    readings.append(reading)
    for key in listeners.keys.sorted() { listeners[key]?(reading) }
  }
}

extension Collection where Element == Reading {
  var warmest: Element? { self.max { $0.degrees < $1.degrees } }

  func grouped(byDayOf calendar: Calendar) -> [Date: [Element]] {
    Dictionary(grouping: self) { calendar.startOfDay(for: $0.date) }
  }

  func summary() -> String {
    let values = map(\.degrees).sorted()
    guard let low = values.first, let high = values.last else { return "no readings" }
    let middle = values[values.count / 2]
    return "\(count) readings between \(low) and \(high), half of them below \(middle)"
  }
}

actor Office {
  private var stations: [String: Station] = [:]

  func station(named name: String) -> Reading? {
    stations[name, default: Station(name: name)].readings.warmest
  }

  func report() async throws -> [String: Double] {
    let forecast = Mean(base: Persistence(), windows: [1, 3, 7])
    var result: [String: Double] = [:]
    for (name, station) in stations where !station.readings.isEmpty {
      result[name] = try forecast.outlook(after: station.readings)
      await Task.yield()
    }
    return result
  }
}

func describe(_ weather: Weather) -> String {
  switch weather {
  case .calm: "calm"
  case .storm(let speed, let direction) where speed > 30: "a hard storm from the \(direction)"
  case .storm(_, let direction): "a storm from the \(direction.rawValue)"
  }
}
