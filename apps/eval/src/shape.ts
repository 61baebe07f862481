import { isFields } from './text-lines.js'

/** Where a value is first not as it should be, and what should stand there. */
export interface Flaw {
  /** Names and positions from the outside in, as in `.suites[0].name`; empty for the value itself. */
  path: string
  wanted: string
}

/** Checks whether a value is a `Value` in all its parts; fills in the flaw if it is not. */
export type Shape<Value> = (value: unknown, flaw: Flaw) => value is Value

/** The type of the values that a shape accepts. */
export type ValueOf<Checked> = Checked extends Shape<infer Value> ? Value : never

/** A string. */
export const text = basic((value) => typeof value === 'string', 'a string')

/** True or false. */
export const truth = basic((value) => typeof value === 'boolean', 'true or false')

/** A finite number. */
export const number = basic((value): value is number => Number.isFinite(value), 'a number')

/** A whole number from the least to the most. */
export function whole(least: number, most = Infinity): Shape<number> {
  return basic(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most,
    `a whole number from ${least}${most === Infinity ? '' : ` to ${most}`}`,
  )
}

/** Null, or a value of a shape. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, flaw): value is Value | null => value === null || shape(value, flaw)
}

/** A field that may be left out. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value, flaw): value is Value | undefined => value === undefined || shape(value, flaw)
}

/** A list of items of a shape. */
export function list<Item>(shape: Shape<Item>): Shape<readonly Item[]> {
  return (value, flaw): value is readonly Item[] => {
    if (!Array.isArray(value)) return refuse(flaw, 'a list')
    const wrong = value.findIndex((item) => !shape(item, flaw))
    return wrong === -1 || within(`[${wrong}]`, flaw)
  }
}

/** A list in which no two items have the same key. */
export function distinct<Item>(shape: Shape<Item>, keyOf: (item: Item) => string): Shape<readonly Item[]> {
  const items = list(shape)
  return (value, flaw): value is readonly Item[] => {
    if (!items(value, flaw)) return false
    const keys = new Set<string>()
    const again = value.findIndex((item) => keys.size === keys.add(keyOf(item)).size)
    return again === -1 || refuse(flaw, 'another than those before it', `[${again}]`)
  }
}

/** A list of two items. */
export function pair<Item>(shape: Shape<Item>): Shape<readonly [Item, Item]> {
  const items = list(shape)
  return (value, flaw): value is readonly [Item, Item] =>
    items(value, flaw) && (value.length === 2 || refuse(flaw, 'a list of two'))
}

/** An object whose values are of a shape, whatever their names. */
export function record<Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value, flaw): value is Readonly<Record<string, Value>> => {
    if (!isFields(value)) return refuse(flaw, 'an object')
    const wrong = Object.keys(value).find((name) => !shape(value[name], flaw))
    return wrong === undefined || within(`[${JSON.stringify(wrong)}]`, flaw)
  }
}

/** An object with these fields; it may have others. Optional fields have a shape too. */
export function fields<Value extends object>(shapes: {
  readonly [Name in keyof Value]-?: Shape<Value[Name]>
}): Shape<Readonly<Value>> {
  const entries: readonly (readonly [name: string, shape: Shape<unknown>])[] = Object.entries(shapes)
  return (value, flaw): value is Readonly<Value> => {
    if (!isFields(value)) return refuse(flaw, 'an object')
    const wrong = entries.find(([name, shape]) => !shape(value[name], flaw))
    return wrong === undefined || within(`.${wrong[0]}`, flaw)
  }
}

/** A value of a shape for which a condition holds; `wanted` says the condition in words. */
export function where<Value>(
  shape: Shape<Value>,
  wanted: string,
  holds: (value: Value) => boolean,
): Shape<Value> {
  return (value, flaw): value is Value => shape(value, flaw) && (holds(value) || refuse(flaw, wanted))
}

function basic<Value>(isValue: (value: unknown) => value is Value, wanted: string): Shape<Value> {
  return (value, flaw): value is Value => isValue(value) || refuse(flaw, wanted)
}

function refuse(flaw: Flaw, wanted: string, path = ''): false {
  Object.assign(flaw, { wanted, path })
  return false
}

function within(step: string, flaw: Flaw): false {
  flaw.path = step + flaw.path
  return false
}
