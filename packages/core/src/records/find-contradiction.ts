import { readStatement, type StatementWord, type WordKind } from './statement.js'
import { isOpposite, words as listOf } from './statement-words.js'

/** Why two statements cannot both be true: another value, an opposite, a negation, or words for a change. */
export type Contradiction = 'value' | 'opposite' | 'negation' | 'change'

interface Side {
  readonly words: readonly StatementWord[]
  /** The words that the other one lacks, as positions. */
  readonly own: readonly number[]
  /** Of these, the values. */
  readonly values: readonly number[]
  /** Of these, the words of a subject or attribute. */
  readonly extras: readonly number[]
}

/**
 * Finds out whether a statement contradicts or updates an earlier one: the same subject and attribute, another value.
 * @param cosine of the two, on the scale of the model: 0 for unrelated texts, 1 for related ones; null without a model
 */
export function findContradiction(
  content: string,
  other: string,
  { likeness = null }: { readonly likeness?: number | null } = {},
): Contradiction | null {
  const [later, earlier] = compare(readStatement(content), readStatement(other))
  const shared = later.words.length - later.own.length
  if (!sharesSubject(later, earlier) || shared === 0) return null
  if (later.own.length === 0 && earlier.own.length === 0) return null
  if (negates(later, earlier) || negates(earlier, later)) return 'negation'
  if (replaces(later, earlier)) return 'change'
  if (isEvent(later) || isEvent(earlier)) return null
  if (hasOpposite(later, earlier)) return 'opposite'
  if (hasOtherValue(later, earlier, likeness)) return 'value'
  return hasOtherName(later, earlier) ? 'value' : null
}

const isContent = ({ kind }: StatementWord): boolean => !joining.has(kind)
const joining: ReadonlySet<WordKind> = new Set(['skip', 'be', 'at', 'stay', 'change', 'not', 'light'])
const valueGroups: Partial<Record<WordKind, string>> = { number: 'number', code: 'code', time: 'time', colour: 'colour' }
const isValue = ({ kind }: StatementWord): boolean => valueGroups[kind] !== undefined

function compare(one: readonly StatementWord[], other: readonly StatementWord[]): [Side, Side] {
  return [sideOf(one, other), sideOf(other, one)]
}

function sideOf(words: readonly StatementWord[], others: readonly StatementWord[]): Side {
  const left = others.map(({ key }) => key)
  const own = words.flatMap(({ key }, position) => {
    const at = left.indexOf(key)
    if (at < 0) return [position]
    left.splice(at, 1)
    return []
  })
  const at = (position: number) => words[position] as StatementWord
  return {
    words,
    own,
    values: own.filter((position) => isValue(at(position))),
    extras: own.filter((position) => isContent(at(position)) && !isValue(at(position)) && at(position).kind !== 'unit'),
  }
}

/** Whether a word of the subject is shared, and in most of the shorter statement. */
function sharesSubject(one: Side, other: Side): boolean {
  const shared = one.words.filter((word, position) => isContent(word) && !one.own.includes(position))
  return shared.some((word) => !isValue(word) && word.kind !== 'unit')
}

/** Whether one negates a word of the other one, which does not, and has most of its words. */
function negates(one: Side, other: Side): boolean {
  if (other.words.some(({ kind }) => kind === 'not')) return false
  if (one.extras.length > 0 && other.extras.length > 0) return false
  return one.words.some(({ kind }, position) => kind === 'not' && hasNext(one, position, other)) && covers(one, other, 0.75)
}

/** Whether one of the next two words that count is in the other one. */
function hasNext({ words, own }: Side, position: number, other: Side): boolean {
  const next = words.findIndex((word, at) => at > position && isContent(word))
  return next >= 0 && other.words.some(({ key }) => key === words[next]?.key)
}

/** Whether one has this share of the other's words. */
function covers(one: Side, other: Side, share: number): boolean {
  const content = other.words.filter(isContent).length
  return content > 0 && (content - other.own.filter((at) => isContent(other.words[at] as StatementWord)).length) / content >= share
}

const replacing = listOf('instead from dropped longer over replaced replaces not rather statt von de du 从')

/** Whether a later statement names a value of the earlier one as replaced. */
function replaces(later: Side, earlier: Side): boolean {
  const hasChange = later.words.some(({ kind }) => kind === 'change' || kind === 'not')
  const names = later.words.some(({ text }, position) => replacing.has(text) && hasNext(later, position, earlier))
  return hasChange && names && later.own.some((at) => isContent(later.words[at] as StatementWord)) && covers(later, earlier, 0.4)
}

const past = listOf('met ran bought flew slept saw went won lost got drove said found sent paid began fell broke spent took gave yesterday')

/** Whether a statement tells what happened once: values of different times do not contradict. */
function isEvent({ words }: Side): boolean {
  if (words.some(({ kind }) => kind === 'change')) return false
  const lastBe = words.findLastIndex(({ kind }) => kind === 'be')
  return words.some(({ text, kind }, position) => {
    if (position < lastBe) return false
    if (past.has(text) || text === 'was' || text === 'were') return true
    const before = words[position - 1]
    const isPast = /[^e]ed$/u.test(text) && text.length > 4 && kind !== 'stay' && kind !== 'change'
    return isPast && (!before || (before.kind !== 'be' && before.kind !== 'skip' && before.kind !== 'not'))
  })
}

function hasOpposite(later: Side, earlier: Side): boolean {
  const pair = later.own.flatMap((a) =>
    earlier.own.flatMap((b) => {
      const [one, other] = [later.words[a], earlier.words[b]]
      return one && other && isOpposite(one, other) ? [[a, b] as const] : []
    }),
  )[0]
  if (!pair) return false
  const [rest, others] = [later.extras.filter((at) => at !== pair[0]), earlier.extras.filter((at) => at !== pair[1])]
  if (rest.length > 0 || others.length > 0 || later.values.length + earlier.values.length > 0) return false
  return !isSubject(later, pair[0]) && !isSubject(earlier, pair[1])
}

/** Whether a word is before the verb, so that it names what the statement is about. */
function isSubject({ words }: Side, position: number): boolean {
  const before = words.slice(0, position)
  const after = words.slice(position + 1)
  const isVerb = ({ kind }: StatementWord) => kind === 'be' || kind === 'stay'
  if (before.some(isVerb)) return false
  if (after.some(isVerb)) return true
  const subjects = before.filter(isContent).length
  if (before.every(({ kind }) => kind === 'skip')) return true
  return subjects < 2 && !before.some(({ kind }) => joining.has(kind) && kind !== 'skip') && after.some((word) => isContent(word) && word.kind !== 'unit')
}

function hasOtherValue(later: Side, earlier: Side, likeness: number | null): boolean {
  const groups = new Set(later.values.map((at) => groupOf(later, at)))
  const others = new Set(earlier.values.map((at) => groupOf(earlier, at)))
  if (groups.size === 0 || !groups.isSubsetOf(others) && !others.isSubsetOf(groups)) return false
  if (others.size === 0) return false
  if (![later, earlier].every((side) => isOneSlot(side, side.values) && !isSubject(side, side.values[0] as number))) return false
  if (!haveSameUnit(later, earlier)) return false
  if (later.extras.length > 0 && earlier.extras.length > 0) return false
  return [later, earlier].every((side) => side.extras.every((at) => at > (side.values[0] as number)))
}

const groupOf = ({ words }: Side, at: number) => valueGroups[words[at]?.kind ?? 'skip']

/** Whether only values and units are between the positions. */
function isOneSlot({ words, own }: Side, positions: readonly number[]): boolean {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)]
  return words.slice(first, last).every((word, index) => own.includes(first + index) || isValue(word) || !isContent(word) || word.kind === 'unit')
}

/** Units of the same quantity are alike: hours and days. */
function haveSameUnit(one: Side, other: Side): boolean {
  const [a, b] = [unitAfter(one), unitAfter(other)]
  return a === undefined || b === undefined ? a === b || true : quantityOf(a) === quantityOf(b)
}

function unitAfter({ words, values }: Side) {
  const next = words[(values.at(-1) ?? 0) + 1]
  return next?.kind === 'unit' ? next.key : undefined
}

const quantities = [
  'second minut hour dai week month year s ms min h', 'kb mb gb tb byte', 'euro dollar pound eur usd chf', 'km cm mm m meter', 'kg g gram kilogram mg',
].map((text) => listOf(text))

function quantityOf(unit: string): number | string {
  const at = quantities.findIndex((units) => units.has(unit))
  return at < 0 ? unit : at
}

const roles = listOf('lead head manag direct run chair own maintain respons charg call lawyer owner manager direkt leitet dirige')
const attributes = listOf('favourit favorit default password name call contact lead prefer capit dentist doctor ceo cfo provid edit vet')

/** Another name or word as the value of an attribute that has only one value. */
function hasOtherName(later: Side, earlier: Side): boolean {
  const sides = [later, earlier]
  if (later.values.length + earlier.values.length > 0) return false
  if (sides.some((side) => side.extras.length === 0 || side.extras.length > 3 || !isOneSlot(side, side.extras))) return false
  const [kind, other] = sides.map(({ words, extras }) => words[extras.at(-1) as number]?.kind)
  if (kind !== other) return false
  const frames = sides.map(frameOf)
  return frames[0] !== null && (frames[0] === frames[1] || frames.includes('any')) && !frames.includes(null)
}

const agents = listOf('by von por par')

function frameOf(side: Side): string | null {
  const { words, extras } = side
  const [first = 0] = extras
  const before = words.slice(0, first).filter(({ kind }) => kind !== 'skip')
  const [last, previous] = [before.at(-1), before.at(-2)]
  const shared = words.filter((_, at) => !extras.includes(at))
  const isRole = shared.some(({ key }) => roles.has(key))
  if (before.every((word) => !isContent(word)) || agents.has(words[first - 1]?.text ?? '')) return isRole ? 'role' : null
  if (last?.kind === 'stay' || last?.kind === 'change') return last.kind === 'stay' ? last.key : 'any'
  const verb = before.findLast(({ kind }) => kind === 'stay' || kind === 'change')
  if (last?.kind === 'at' && verb) return verb.kind === 'stay' ? verb.key : 'any'
  if (last?.kind === 'at' && previous && ['be', 'stay', 'change'].includes(previous.kind)) {
    return previous.kind === 'stay' ? previous.key : previous.kind === 'change' ? 'any' : 'place'
  }
  if (last?.kind === 'be') return words[first]?.kind === 'name' || shared.some(({ key }) => attributes.has(key)) ? 'is' : null
  return null
}
