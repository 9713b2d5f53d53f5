import LeakTesting
import Radio
import Testing

/// A car whose radio is another package's.
final class Car {
  var tuner: Tuner? = Tuner()
  var station = 0

  func listen() {
    tuner?.add(self) { $0.station += 1 }
  }

  func follow() {
    tuner?.onTune = { self.station += 1 }
  }

  func scan() -> Car {
    tuner?.scan()
    return self
  }
}

@Suite(.serialized) struct OtherPackage {
  @Test func closureOfTheOtherPackage() async {
    await expectDeallocated {
      let car = Car()
      car.listen()
      return car
    }
  }

  @Test func closureOfOnesOwnBesides() async {
    await expectDeallocated {
      let car = Car()
      car.follow()
      return car
    }
  }

  @Test func cycleOfTheOtherPackage() async {
    await expectDeallocated { Car().scan().tuner ?? Tuner() }
  }
}
