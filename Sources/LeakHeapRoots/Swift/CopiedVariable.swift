import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// A variable of a function that has not returned, as it was in a copy of the process.
struct CopiedVariable {
  let variable: LocalVariable
  /// Where its value is.
  let address: UInt
  /// How its value is laid out; `nil` where its type cannot be had.
  let layout: VariableLayout?
  /// Whether it has what it refers to for itself: a parameter mostly has it from its caller, and in optimised code any variable may
  /// have given it back behind its last use, while its place is still said to be its own.
  let isOwner: Bool
  /// Whether the function's other variables may be anywhere.
  let isInOptimizedCode: Bool

  init?(
    _ local: DebugLocal, at address: UInt, of code: UInt, _ compiler: PlanCompiler
  ) {
    self.address = address
    variable = LocalVariable(
      name: local.name.isEmpty ? nil : LazyStorage.propertyName(of: local.name), code: code,
      line: local.line,
      inlinedFunction: local.inlinedFunction)
    layout = compiler.layout(ofVariable: local.type, inImageAt: code)
    isInOptimizedCode = local.isInOptimizedCode
    let function = local.inlinedFunction ?? Symbolizer.symbol(at: code)
    isOwner =
      !local.isInOptimizedCode
      && (!local.isParameter && !local.isArtificial
        || function.map(Self.ownsParameters) ?? false)
  }

  /// What the variable says of the word at `slot`, which is the address of the block `target`; `nil` when the word is not the
  /// variable's.
  func grade(ofWordAt slot: UInt, target: UInt, in copy: ProcessCopy) -> EvidenceGrade? {
    // A captured variable: the function has its box, in which the value is behind a header.
    if slot != address, address > target, address - target <= Self.furthestInBox {
      return isOwner ? .typedReference : .mayOwn
    }
    guard covers(slot) else { return nil }
    guard let layout else { return .mayOwn }
    let value = ProcessCopy.Value(address: address, size: layout.size, plan: layout.plan)
    let grade = copy.grade(ofWordAt: slot, target: target, of: value)
    return isOwner ? grade : grade.followed(by: .mayOwn)
  }

  /// Whether the word at `slot` is the variable's.
  func covers(_ slot: UInt) -> Bool {
    slot >= address && slot - address < UInt(max(layout?.size ?? 8, 8))
  }

  /// The variable, with the part of its value that the word at `slot` belongs to.
  func variable(at slot: UInt, in tables: PlanTables) -> LocalVariable {
    var variable = variable
    guard slot >= address, let layout else { return variable }
    let part = tables.operations(of: layout.plan).last { $0.offset <= slot - address }
    variable.part = part.flatMap {
      tables.labels[Int($0.label)].path.split(separator: ".").first.map(String.init)
    }
    return variable
  }

  /// The header of a box has 16 bytes, and the value begins where its alignment allows.
  private static let furthestInBox: UInt = 32

  /// Whether the function that the linker knows by `symbol` owns its parameters: an initializer does, and a setter.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Entities": `fC` and `fc` are initializers, `s` behind a variable its setter.
  private static func ownsParameters(_ symbol: String) -> Bool {
    ["fC", "fc", "vs"].contains(where: symbol.hasSuffix)
  }
}

// MARK: - On a stack

extension CopiedVariable {
  /// The variables of the function that `frame` is of, inner ones first.
  static func variables(of frame: CopiedThread.Frame, in copy: ProcessCopy) -> [CopiedVariable] {
    guard ProgramCode.contains(frame.code),
      let locals = ImageSymbols.locals(inFunctionAt: frame.code)
    else { return [] }
    let state = StackFrameState(frame: frame, copy: copy)
    return locals.reversed().compactMap { local in
      let address: UInt? =
        switch local.location?.evaluate(state) {
        case .memory(let address)?: UInt(address)
        case .register(let number)?: frame.place(ofRegister: number)
        case .value?, nil: nil
        }
      return address.flatMap { CopiedVariable(local, at: $0, of: frame.code, copy.compiler) }
    }
  }
}

/// What a frame on a stack tells of its function's variables.
private struct StackFrameState: DebugMachineState {
  let frame: CopiedThread.Frame
  let copy: ProcessCopy

  #if arch(x86_64)
    private static let framePointer = 6
    private static let stackPointer = 7
  #else
    private static let framePointer = 29
    private static let stackPointer = 31
  #endif

  func register(_ number: Int) -> UInt64? {
    switch number {
    case Self.framePointer: frame.framePointer.map(UInt64.init)
    case Self.stackPointer: UInt64(frame.memory.lowerBound)
    default: frame.place(ofRegister: number).flatMap(copy.word).map(UInt64.init)
    }
  }

  /// Of an asynchronous function, the word below the frame pointer is its own context. A part that a function it waited for
  /// resumes was entered with something that leads there.
  func entryRegister(_ number: Int) -> UInt64? {
    guard number == AsyncFrameState.contextRegister, let frame = frame.asyncContextPlace else {
      return nil
    }
    let isResumedByCallee = AsyncCode(at: self.frame.code)?.isResumedByCallee ?? false
    return isResumedByCallee ? UInt64(frame) : copy.word(at: frame).map(UInt64.init)
  }

  var canonicalFrameAddress: UInt64? { UInt64(frame.memory.upperBound) }

  func word(at address: UInt64) -> UInt64? { copy.word(at: UInt(address)).map(UInt64.init) }

  var bias: UInt64 { UInt64(LoadedImage.bias(at: frame.code) ?? 0) }
}

extension CopiedThread.Frame {
  /// Where an asynchronous function keeps its context.
  ///
  /// Source: `AsyncContext` in LLVM's `X86FrameLowering.cpp`, *extended frame*.
  var asyncContextPlace: UInt? { framePointer.map { $0 &- 8 } }
}

// MARK: - In a task

extension CopiedVariable {
  /// The variables of the functions of the task at `task`, those of the function that goes on first before others.
  static func variables(of frames: [AsyncFrame], in copy: ProcessCopy) -> [CopiedVariable] {
    frames.flatMap { frame -> [CopiedVariable] in
      guard ProgramCode.contains(frame.code) else { return [] }
      let start = ImageSymbols.bodyStart(ofFunctionAt: frame.code) ?? frame.code
      guard let locals = ImageSymbols.locals(inFunctionAt: start) else { return [] }
      let state = AsyncFrameState(
        frame: frame, bias: UInt64(LoadedImage.bias(at: frame.code) ?? 0),
        memory: { copy.word(at: $0) })
      return locals.reversed().compactMap { local in
        guard case .memory(let address)? = local.location?.evaluate(state) else { return nil }
        return CopiedVariable(local, at: UInt(address), of: frame.code, copy.compiler)
      }
    }
  }
}
