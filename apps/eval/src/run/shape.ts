import { isFields } from '../suite/json-lines.js'

/** Where a value is first not as it should be, and what should stand there. */
export interface Flaw {
  /** Names and places from the outside in, as in `.suites[0].name`; empty for the value itself. */
  path: string
  wanted: string
}

/** Whether a value is a `Value`, by all that is in it; if it is not, the flaw is filled in. */
export type Shape<Value> = (value: unknown, flaw: Flaw) => value is Value

function refuse(flaw: Flaw, wanted: string, place = ''): false {
  flaw.wanted = wanted
  flaw.path = place
  return false
}

function within(place: string, flaw: Flaw): false {
  flaw.path = place + flaw.path
  return false
}

/** A string. */
export const text: Shape<string> = (value, flaw): value is string =>
  typeof value === 'string' || refuse(flaw, 'a string')

/** True or false. */
export const truth: Shape<boolean> = (value, flaw): value is boolean =>
  typeof value === 'boolean' || refuse(flaw, 'true or false')

/** A number, not one so great that it is read as infinite. */
export const number: Shape<number> = (value, flaw): value is number =>
  Number.isFinite(value) || refuse(flaw, 'a number')

/** A whole number from the least to the most. */
export function whole(least: number, most = Infinity): Shape<number> {
  const wanted = `a whole number from ${least}${most === Infinity ? '' : ` to ${most}`}`
  return (value, flaw): value is number =>
    (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) ||
    refuse(flaw, wanted)
}

/** Null, or else of a shape. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, flaw): value is Value | null => value === null || shape(value, flaw)
}

/** Left out, or else of a shape. */
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

/** Such a list in which no two items have the same key. */
export function distinct<Item>(shape: Shape<Item>, keyOf: (item: Item) => string): Shape<readonly Item[]> {
  const items = list(shape)
  return (value, flaw): value is readonly Item[] => {
    if (!items(value, flaw)) return false
    const keys = new Set<string>()
    const again = value.findIndex((item) => keys.size === keys.add(keyOf(item)).size)
    return again === -1 || refuse(flaw, 'another than those before it', `[${again}]`)
  }
}

/** Two of a shape. */
export function pair<Item>(shape: Shape<Item>): Shape<readonly [Item, Item]> {
  const items = list(shape)
  return (value, flaw): value is readonly [Item, Item] =>
    items(value, flaw) && (value.length === 2 || refuse(flaw, 'a list of two'))
}

/** An object with values of a shape, whatever their names. */
export function record<Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value, flaw): value is Readonly<Record<string, Value>> => {
    if (!isFields(value)) return refuse(flaw, 'an object')
    const wrong = Object.keys(value).find((name) => !shape(value[name], flaw))
    return wrong === undefined || within(`[${JSON.stringify(wrong)}]`, flaw)
  }
}

/** A shape for every field, for those that may be left out too. */
export type FieldShapes<Value> = Required<{ readonly [Name in keyof Value]: Shape<Value[Name]> }>

/** An object with these fields; it may have others. */
export function fields<Value extends object>(shapes: FieldShapes<Value>): Shape<Value> {
  const entries: readonly (readonly [name: string, shape: Shape<unknown>])[] = Object.entries(shapes)
  return (value, flaw): value is Value => {
    if (!isFields(value)) return refuse(flaw, 'an object')
    const wrong = entries.find(([name, shape]) => !shape(value[name], flaw))
    return wrong === undefined || within(`.${wrong[0]}`, flaw)
  }
}

/** Of a shape, and such that something holds which `wanted` says. */
export function where<Value>(
  shape: Shape<Value>,
  wanted: string,
  holds: (value: Value) => boolean,
): Shape<Value> {
  return (value, flaw): value is Value => shape(value, flaw) && (holds(value) || refuse(flaw, wanted))
}
