import {
  type ComparedStatement,
  isBeforeVerb,
  isContent,
  type StatementPair,
  type StatementWord,
  type WordKind,
} from './statement.js'
import { wordSet } from './statement-words.js'

/** Whether two statements differ in a number, code, time or colour with the same unit, and in no word of their subjects. */
export function hasOtherValue([later, earlier]: StatementPair): boolean {
  const pair = [withLastSlot(later), withLastSlot(earlier)] as const
  const [kinds, otherKinds] = pair.map(({ words, values }) => new Set(values.map((at) => words[at]?.kind)))
  if (!kinds || !otherKinds || kinds.size * otherKinds.size === 0) return false
  if (!kinds.isSubsetOf(otherKinds) && !otherKinds.isSubsetOf(kinds)) return false
  if (pair.every(({ extras }) => extras.length > 0) || !haveSameUnit(pair)) return false
  if (pair.some((statement) => isBeforeVerb(statement, statement.values[0] ?? 0))) return false
  // Words before the value are part of the subject; an update may say less of it.
  const before = pair.map(({ extras, values }) => extras.filter((at) => at < (values[0] ?? 0)).length)
  return Math.max(...before) <= (later.hasChange ? 1 : 0)
}

/** Only the last adjacent values count; others belong to the subject, such as `daily`. */
function withLastSlot(statement: ComparedStatement): ComparedStatement {
  const { values, extras } = statement
  const start = values.findIndex((_, index) => isOneSlot(statement, values.slice(index)))
  return { ...statement, values: values.slice(start), extras: [...values.slice(0, start), ...extras] }
}

const insideSlots: ReadonlySet<WordKind> = new Set([
  'number',
  'code',
  'time',
  'colour',
  'unit',
  'skip',
  'light',
  'at',
])

function isOneSlot({ words, differences }: ComparedStatement, slot: readonly number[]): boolean {
  const [first = 0, last = 0] = [slot[0], slot.at(-1)]
  return words
    .slice(first, last)
    .every(({ kind }, index) => differences.includes(first + index) || insideSlots.has(kind))
}

const quantities = [
  'second minute hour day week month year s ms min h',
  'kb mb gb tb byte',
  'euro dollar pound eur usd chf $ €',
  'km cm mm m meter',
  'kg g gram kilogram mg',
].map(wordSet)

function haveSameUnit(pair: StatementPair): boolean {
  const [unit, other] = pair.map(countedBy)
  if (unit === undefined || other === undefined) return unit === other || pair.every(statesValue)
  return unit === other || quantities.some((units) => units.has(unit) && units.has(other))
}

/** The word after a number: a unit, or what is counted. */
function countedBy({ words, values }: ComparedStatement): string | undefined {
  const [value, next] = words.slice(values.at(-1) ?? 0)
  return value?.kind === 'number' && (next?.kind === 'unit' || next?.kind === 'word') ? next.key : undefined
}

function statesValue({ words, values }: ComparedStatement): boolean {
  const before = words[(values[0] ?? 0) - 1]
  return before?.kind === 'be' || before?.kind === 'change' || before?.text === 'to'
}

/** The likeness from which the end of a sentence decides, without a frame. */
const sameFrame = 1.6

/** Whether two statements differ in one name or noun, as the value of an attribute that has only one value. */
export function hasOtherName(pair: StatementPair, likeness: number | null): boolean {
  if (!pair.every(isOneName)) return false
  const [kind, otherKind] = pair.map(({ words, extras }) => words[extras.at(-1) ?? 0]?.kind)
  if (kind !== otherKind) return false
  const [later, earlier] = pair
  const isUpdate = later.hasChange && earlier.coverage >= 0.5
  if (isUpdate && !pair.some((statement) => isBeforeVerb(statement, statement.extras[0] ?? 0))) return true
  const isLike = likeness !== null && likeness >= sameFrame
  const [frame, otherFrame] = pair.map((statement) => frameOf(statement, isLike))
  return frame !== undefined && otherFrame !== undefined && new Set([frame, otherFrame, 'changed']).size < 3
}

function isOneName(statement: ComparedStatement): boolean {
  const { values, extras } = statement
  return values.length === 0 && extras.length > 0 && extras.length <= 3 && isOneSlot(statement, extras)
}

const roles = wordSet(
  'lead head manage manager direct run chair own maintain responsible charge call lawyer owner teach handle leitet dirige',
)
const attributes = wordSet(
  `favourite favorite default password name contact lead preferred primary main official dentist doctor ceo cfo cto vet level mode
  type status state version format strategy size language timezone zone branch manager title model brand provider host engine
  framework editor theme currency address owner destination capital target base protocol algorithm license supplier vendor plan
  tier region blood passwort contraseña passe`,
)
const memberships = wordSet('team committee board council panel crew list project')
const uses = wordSet('use prefer')
const namings = wordSet('called named heißt llama appelle')
const definite = wordSet(
  'the our my his her their your unser unsere mein meine der die das el la nuestro nuestra mi le notre mon ma',
)
const agents = wordSet('by von por par')
const purposes = wordSet('for as für als para como pour comme')

/** What is around the word that differs. */
interface Slot {
  readonly before: readonly StatementWord[]
  /** The last word before it, except articles, and the one before that. */
  readonly last: StatementWord | undefined
  readonly previous: StatementWord | undefined
  /** The adjacent word before it. */
  readonly adjacent: StatementWord | undefined
  readonly after: readonly StatementWord[]
  readonly first: StatementWord | undefined
  readonly end: StatementWord | undefined
  readonly shared: readonly StatementWord[]
  readonly isLike: boolean
}

const textOf = (word: StatementWord | undefined): string => word?.text ?? ''

/** The frames of single values, in order; the first one with a result applies. */
const frames: readonly ((slot: Slot) => string | false | undefined)[] = [
  ({ before, adjacent, after: [next, further], shared }) => {
    const isAgent = !before.some(isContent) || agents.has(textOf(adjacent))
    const isDefinite = next?.kind === 'be' && definite.has(textOf(further))
    return isAgent && (isDefinite || shared.some(({ key }) => roles.has(key))) && 'is'
  },
  ({ after: [next, , third], shared }) => {
    const isFor = [next, next?.kind === 'be' ? third : undefined].some((word) =>
      purposes.has(word?.text ?? ''),
    )
    return isFor && shared.some(({ key }) => uses.has(key)) && 'is'
  },
  ({ last }) => last?.kind === 'change' && 'changed',
  ({ last }) => last && namings.has(last.key) && last.key,
  ({ before, last }) => {
    const verb = before.findLast(({ kind }) => kind === 'stay' || kind === 'change')
    return last?.kind === 'at' && verb && (verb.kind === 'stay' ? verb.key : 'changed')
  },
  ({ last, previous, end }) =>
    last?.kind === 'at' && previous?.kind === 'be' && !memberships.has(end?.key ?? '') && 'place',
  ({ last, first, shared, isLike }) => {
    const isSingle = isLike || first?.kind === 'name' || shared.some(({ key }) => attributes.has(key))
    return last?.kind === 'be' && isSingle && 'is'
  },
]

function frameOf({ words, extras, differences }: ComparedStatement, isLike: boolean): string | undefined {
  const [start, end] = [extras[0] ?? 0, extras.at(-1) ?? 0]
  const before = words.slice(0, start).filter(({ kind }) => kind !== 'skip' && kind !== 'light')
  const slot: Slot = {
    before,
    last: before.at(-1),
    previous: before.at(-2),
    adjacent: words[start - 1],
    after: words.slice(end + 1),
    first: words[start],
    end: words[end],
    shared: words.filter((_, at) => !differences.includes(at)),
    isLike,
  }
  for (const frame of frames) {
    const name = frame(slot)
    if (name) return name
  }
  return undefined
}
