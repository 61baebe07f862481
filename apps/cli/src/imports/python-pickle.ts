/*
 * Reads what Python's pickle writes (protocols 2 to 5, https://docs.python.org/3/library/pickletools.html). Nothing of it is
 * run: an object is read as the fields that it was given, and an instruction that is not known is an error.
 */

interface Machine {
  readonly view: DataView
  position: number
  stack: unknown[]
  /** The stacks below the marks. */
  readonly below: unknown[][]
  readonly memo: Map<number, unknown>
}

/**
 * Reads a pickle: mappings and objects as objects without a prototype, tuples and sets as lists.
 * @throws RangeError if it ends too early; TypeError if it is none, or has what is not known here
 */
export function readPickle(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const machine: Machine = { view, position: 0, stack: [], below: [], memo: new Map() }
  for (;;) {
    const code = take(machine, 1)
    if (code === stop) return machine.stack.pop()
    const step = steps[code]
    if (!step) throw new TypeError(`The instruction ${code} of a pickle is not known.`)
    step(machine)
  }
}

const stop = 0x2e

/** A whole number of some bytes, the lowest first. */
function take(machine: Machine, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1)
    value += machine.view.getUint8(machine.position + index) * 2 ** (8 * index)
  machine.position += bytes
  return value
}

function takeSigned(machine: Machine, bytes: number): number {
  const value = take(machine, bytes)
  return value >= 2 ** (8 * bytes - 1) ? value - 2 ** (8 * bytes) : value
}

function takeText(machine: Machine, length: number): string {
  const { view, position } = machine
  if (position + length > view.byteLength) throw new RangeError('The pickle ends too early.')
  machine.position += length
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + position, length))
}

function takeLine(machine: Machine): string {
  let length = 0
  while (machine.view.getUint8(machine.position + length) !== 10) length += 1
  const line = takeText(machine, length)
  machine.position += 1
  return line
}

type Step = (machine: Machine) => void
type Mapping = Record<string, unknown>

const push =
  (read: (machine: Machine) => unknown): Step =>
  (machine) =>
    void machine.stack.push(read(machine))

/** Replaces the values on top by one that is made of them. */
const join =
  (amount: number, make: (values: readonly unknown[]) => unknown): Step =>
  ({ stack }) =>
    void stack.push(make(stack.splice(-amount, amount)))

/** The values since the last mark. */
function sinceMark(machine: Machine): unknown[] {
  const values = machine.stack
  machine.stack = machine.below.pop() ?? []
  return values
}

const withMarked =
  (use: (machine: Machine, values: unknown[]) => void): Step =>
  (machine) =>
    use(machine, sinceMark(machine))

const newMapping = (): Mapping => Object.create(null) as Mapping

function setItems(target: unknown, values: readonly unknown[]): unknown {
  const mapping = target as Mapping
  for (let index = 0; index + 1 < values.length; index += 2) mapping[String(values[index])] = values[index + 1]
  return mapping
}

const addItems = (target: unknown, values: readonly unknown[]): unknown => (target as unknown[]).push(...values)

/** The fields of an object; a model of pydantic has them among other things. */
function setState(target: unknown, state: unknown): unknown {
  const { __dict__: fields = state } = (state ?? {}) as Mapping
  return Object.assign(target as Mapping, fields)
}

const top = ({ stack }: Machine): unknown => stack.at(-1)
const remember = (machine: Machine, at: number) => void machine.memo.set(at, top(machine))

/** A call gives its only argument, such as the value of an enumeration, or else an object without fields. */
const callOf = ([, given]: readonly unknown[]): unknown =>
  Array.isArray(given) && given.length === 1 ? given[0] : newMapping()

const steps: Readonly<Record<number, Step>> = {
  0x80: (machine) => void take(machine, 1), // PROTO
  0x95: (machine) => void take(machine, 8), // FRAME
  0x4e: push(() => null), // NONE
  0x88: push(() => true), // NEWTRUE
  0x89: push(() => false), // NEWFALSE
  0x4b: push((machine) => take(machine, 1)), // BININT1
  0x4d: push((machine) => take(machine, 2)), // BININT2
  0x4a: push((machine) => takeSigned(machine, 4)), // BININT
  0x8a: push((machine) => takeSigned(machine, take(machine, 1))), // LONG1
  0x47: push((machine) => machine.view.getFloat64((machine.position += 8) - 8)), // BINFLOAT
  0x8c: push((machine) => takeText(machine, take(machine, 1))), // SHORT_BINUNICODE
  0x58: push((machine) => takeText(machine, take(machine, 4))), // BINUNICODE
  0x8d: push((machine) => takeText(machine, take(machine, 8))), // BINUNICODE8
  0x43: push((machine) => takeText(machine, take(machine, 1))), // SHORT_BINBYTES
  0x42: push((machine) => takeText(machine, take(machine, 4))), // BINBYTES
  0x5d: push(() => []), // EMPTY_LIST
  0x29: push(() => []), // EMPTY_TUPLE
  0x8f: push(() => []), // EMPTY_SET
  0x7d: push(newMapping), // EMPTY_DICT
  0x85: join(1, (values) => values), // TUPLE1
  0x86: join(2, (values) => values), // TUPLE2
  0x87: join(3, (values) => values), // TUPLE3
  0x28: (machine) => {
    machine.below.push(machine.stack)
    machine.stack = []
  }, // MARK
  0x74: withMarked(({ stack }, values) => void stack.push(values)), // TUPLE
  0x91: withMarked(({ stack }, values) => void stack.push(values)), // FROZENSET
  0x65: withMarked((machine, values) => addItems(top(machine), values)), // APPENDS
  0x90: withMarked((machine, values) => addItems(top(machine), values)), // ADDITEMS
  0x75: withMarked((machine, values) => setItems(top(machine), values)), // SETITEMS
  0x61: (machine) => {
    const item = machine.stack.pop()
    addItems(top(machine), [item])
  }, // APPEND
  0x73: join(3, ([target, ...item]) => setItems(target, item)), // SETITEM
  0x68: push((machine) => machine.memo.get(take(machine, 1))), // BINGET
  0x6a: push((machine) => machine.memo.get(take(machine, 4))), // LONG_BINGET
  0x71: (machine) => remember(machine, take(machine, 1)), // BINPUT
  0x72: (machine) => remember(machine, take(machine, 4)), // LONG_BINPUT
  0x94: (machine) => remember(machine, machine.memo.size), // MEMOIZE
  0x63: push((machine) => `${takeLine(machine)}.${takeLine(machine)}`), // GLOBAL
  0x93: join(2, (names) => names.join('.')), // STACK_GLOBAL
  0x81: join(2, newMapping), // NEWOBJ
  0x92: join(3, newMapping), // NEWOBJ_EX
  0x52: join(2, callOf), // REDUCE
  0x62: join(2, ([target, state]) => setState(target, state)), // BUILD
}
