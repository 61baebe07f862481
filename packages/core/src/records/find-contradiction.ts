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
  if (hasOtherValue(later, earlier)) return 'value'
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

const replacing = listOf('instead from dropped longer over replaced replaces left not rather statt von de du 从')

/** Whether a later statement names a value of the earlier one as replaced. */
function replaces(later: Side, earlier: Side): boolean {
  const hasChange = later.words.some(({ kind }) => kind === 'change' || kind === 'not')
  const names = later.words.some(({ text }, position) => replacing.has(text) && hasNext(later, position, earlier))
  return hasChange && names && later.own.some((at) => isContent(later.words[at] as StatementWord)) && covers(later, earlier, 0.4)
}

const past = listOf('met ran bought flew slept saw went won lost got drove said found sent paid began fell broke spent took gave yesterday')

const weak = new Set('again now since up down over more plus longer actually rather'.split(' '))

/** Whether a statement tells what happened once: values of different times do not contradict. */
function isEvent({ words }: Side): boolean {
  if (words.some(({ kind, text }) => kind === 'change' && !weak.has(text))) return false
  const lastBe = words.findLastIndex(({ kind }) => kind === 'be')
  return words.some(({ text, kind }, position) => {
    if (position < lastBe) return false
    if (past.has(text) || text === 'was' || text === 'were') return true
    const before = words[position - 1]
    const isPast = /[^e]ed$/u.test(text) && text.length > 4 && kind !== 'change'
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

function hasOtherValue(later: Side, earlier: Side): boolean {
  const sides = [later, earlier].map(withLastSlot)
  const [groups, others] = sides.map((side) => new Set(side.values.map((at) => groupOf(side, at))))
  if (!groups || !others || groups.size === 0 || others.size === 0) return false
  if (!groups.isSubsetOf(others) && !others.isSubsetOf(groups)) return false
  if (sides.some((side) => isSubject(side, side.values[0] as number)) || !haveSameUnit(later, earlier)) return false
  if (sides.every(({ extras }) => extras.length > 0)) return false
  const before = sides.map((side) => side.extras.filter((at) => at < (side.values[0] as number)).length)
  return before.every((count) => count === 0) || (hasChange(later) && Math.max(...before) <= 1)
}

const hasChange = ({ words }: Side): boolean => words.some(({ kind }) => kind === 'change')

/** Only the last adjacent values count; the others are modifiers such as `daily`. */
function withLastSlot(side: Side): Side {
  const { values } = side
  const start = values.findIndex((_, index) => isOneSlot(side, values.slice(index)))
  return { ...side, values: values.slice(start), extras: [...values.slice(0, start), ...side.extras].toSorted((a, b) => a - b) }
}

const groupOf = ({ words }: Side, at: number) => valueGroups[words[at]?.kind ?? 'skip']

const between: ReadonlySet<WordKind> = new Set(['number', 'code', 'time', 'colour', 'unit', 'skip', 'light', 'at'])

/** Whether only values and units are between the positions. */
function isOneSlot({ words, own }: Side, positions: readonly number[]): boolean {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)]
  return words.slice(first, last).every(({ kind }, index) => own.includes(first + index) || between.has(kind))
}

/** Whether numbers count the same, as far as they say so; hours and days do. */
function haveSameUnit(one: Side, other: Side): boolean {
  const [a, b] = [countedBy(one), countedBy(other)]
  if (a !== undefined && b !== undefined) return quantityOf(a) === quantityOf(b)
  return a === b || [one, other].every(({ words, values }) => isStated(words[(values[0] ?? 0) - 1]))
}

const isStated = (before: StatementWord | undefined) => before?.kind === 'be' || before?.kind === 'change' || before?.text === 'to'

function countedBy({ words, values }: Side) {
  const last = values.at(-1) ?? 0
  const next = words[last + 1]
  return words[last]?.kind === 'number' && next && (next.kind === 'unit' || next.kind === 'word') ? next.key : undefined
}

const quantities = [
  'second minut hour dai week month year s ms min h', 'kb mb gb tb byte', 'euro dollar pound eur usd chf', 'km cm mm m meter', 'kg g gram kilogram mg',
].map((text) => listOf(text))

function quantityOf(unit: string): number | string {
  const at = quantities.findIndex((units) => units.has(unit))
  return at < 0 ? unit : at
}

const roles = listOf('lead head manag manage manager direct run chair own maintain responsible charge call lawyer owner teach direkt leitet dirige')
const attributes = listOf(
  `favourite favorite default password name contact lead preferred primary main official dentist doctor ceo cfo cto vet level mode type status
  state version format strategy size language timezone zone branch manager title model brand provider host engine framework editor
  theme currency address owner destination capital target base protocol algorithm license supplier vendor plan tier region blood
  passwort contraseña passe`,
)
const definite = new Set('the our my his her their your unser unsere mein meine der die das el la nuestro nuestra mi le notre mon ma'.split(' '))
const agents = new Set(['by', 'von', 'por', 'par'])
const purposes = new Set('for as für als para como pour comme'.split(' '))
const memberships = listOf('team committee board council panel crew list project')
const naming = listOf('called named heißt llama appelle')

/** Another name or word as the value of an attribute that has only one value. */
function hasOtherName(later: Side, earlier: Side): boolean {
  const sides = [later, earlier]
  if (later.values.length + earlier.values.length > 0) return false
  if (sides.some((side) => side.extras.length === 0 || side.extras.length > 3 || !isOneSlot(side, side.extras))) return false
  const [kind, other] = sides.map(({ words, extras }) => words[extras.at(-1) as number]?.kind)
  if (kind !== other) return false
  if (hasChange(later) && covers(later, earlier, 0.5) && sides.every((side) => !isSubject(side, side.extras[0] as number))) return true
  const [frame, otherFrame] = sides.map(frameOf)
  return frame !== null && otherFrame !== null && (frame === otherFrame || frame === 'any' || otherFrame === 'any')
}

/** How a statement names its value; `any` goes with each other. */
function frameOf(side: Side): string | null {
  const { words, extras } = side
  const [first = 0] = extras
  const before = words.slice(0, first).filter(({ kind }) => kind !== 'skip' && kind !== 'light')
  const after = words.slice((extras.at(-1) ?? 0) + 1)
  const last = before.at(-1)
  const shared = words.filter((_, at) => !extras.includes(at))
  if (before.every((word) => !isContent(word)) || agents.has(words[first - 1]?.text ?? '')) {
    const isDefinite = after[0]?.kind === 'be' && definite.has(after[1]?.text ?? '')
    if (isDefinite || shared.some(({ key }) => roles.has(key))) return 'is'
  }
  if (purposes.has(after[0]?.text ?? '') || (after[0]?.kind === 'be' && purposes.has(after[2]?.text ?? ''))) {
    return shared.some(({ key }) => key === 'us' || key === 'use' || key === 'prefer') ? 'is' : null
  }
  const verb = before.findLast(({ kind }) => kind === 'stay' || kind === 'change')
  if (last?.kind === 'change') return 'any'
  if (last && naming.has(last.key)) return last.key
  if (last?.kind === 'at' && verb) return verb.kind === 'stay' ? verb.key : 'any'
  const isPlace = last?.kind === 'at' && before.at(-2)?.kind === 'be' && !memberships.has(words[extras.at(-1) ?? 0]?.key ?? '')
  if (isPlace) return 'place'
  if (last?.kind === 'be') return words[first]?.kind === 'name' || shared.some(({ key }) => attributes.has(key)) ? 'is' : null
  return null
}
