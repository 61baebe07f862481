import { compareStatements, type ComparedStatement, isContent, type StatementWord } from './statement.js'
import { isOpposite, wordSet } from './statement-words.js'

/** Longer texts state several facts. */
const maxLength = 400

type Pair = readonly [later: ComparedStatement, earlier: ComparedStatement]

/**
 * Whether a statement contradicts or updates an earlier one: both have the same subject and attribute, but not the same value. Two
 * events, an addition, or a further item of a list are no contradiction. Statements are compared by their words, in English and in
 * simple forms in German, Spanish, French and Chinese; see `decisions/contradictions.md`.
 */
export function isContradiction(content: string, other: string): boolean {
  if (Math.max(content.length, other.length) > maxLength) return false
  const pair = compareStatements(content, other)
  const [later, earlier] = pair
  if (!later.shared.some(isContent)) return false
  if (negates(later, earlier) || negates(earlier, later) || replaces(later)) return true
  if (pair.some(isEvent) || /\b(?:also|too|auch|también|aussi)\b/iu.test(content)) return false
  return (
    hasOpposite(pair) || hasOtherValue(pair) || hasOtherName([withNamedCodes(later), withNamedCodes(earlier)])
  )
}

/** Whether a statement negates a word of another one, which negates nothing, and has most of its words. */
function negates(one: ComparedStatement, other: ComparedStatement): boolean {
  if (other.words.some(({ kind }) => kind === 'not')) return false
  if (one.extras.length > 0 && other.extras.length > 0) return false
  const isNegated = one.words.some((word) => word.kind === 'not' && isBeforeShared(one, word))
  return isNegated && other.coverage >= 0.75
}

const replacing = wordSet('replaced from instead longer dropped over statt von de du 从')

/** Whether a statement names the value of an earlier one as replaced. */
function replaces(later: ComparedStatement): boolean {
  const { words, hasChange, values, extras } = later
  const isReplaced = words.some((word) => replacing.has(word.key) && isBeforeShared(later, word))
  return hasChange && isReplaced && values.length + extras.length > 0
}

function isBeforeShared({ words, shared }: ComparedStatement, word: StatementWord): boolean {
  const next = words.slice(word.position + 1).find(isContent)
  return next !== undefined && shared.includes(next)
}

const past = new Set(
  'met ran bought flew slept saw went won lost got drove said found sent paid began fell broke spent took gave was were'.split(
    ' ',
  ),
)
const beforeAdjective = new Set(['be', 'skip', 'not'])

/** Whether a statement tells what happened once: the values of two events do not contradict each other. */
function isEvent({ words, hasChange }: ComparedStatement): boolean {
  const verb = words.findLastIndex(({ kind }) => kind === 'be')
  const isPast = ({ text, position }: StatementWord) => {
    const before = words[position - 1]?.kind ?? ''
    return past.has(text) ? before !== 'be' : /..[^e]ed$/u.test(text) && !beforeAdjective.has(before)
  }
  return !hasChange && words.slice(verb + 1).some(isPast)
}

/** Whether the only difference is a pair of opposites. */
function hasOpposite([later, earlier]: Pair): boolean {
  if (later.values.length + earlier.values.length > 0) return false
  return later.differences.some((word) =>
    earlier.differences.some((other) => {
      const others = [...later.extras, ...earlier.extras].filter((extra) => extra !== word && extra !== other)
      return others.length === 0 && isOpposite(word.key, other.key)
    }),
  )
}

/** Whether two statements differ in a number, code, time or colour with the same unit, and in no word of their subjects. */
function hasOtherValue([later, earlier]: Pair): boolean {
  const pair = withoutPrefixes([withLastSlot(later), withLastSlot(earlier)])
  const [kind, otherKind] = pair.map(({ values }) => values.at(-1)?.kind)
  if (kind !== otherKind) return false
  if (!isUpdate(later, earlier) && pair.every(({ extras }) => extras.length > 0)) return false
  // Tests and minutes are counts of different things; hours and days are not.
  const counted = pair.map(({ words, values }) => words[(values.at(-1)?.position ?? 0) + 1]?.kind)
  if (counted.toSorted().join(' ') === 'unit word') return false
  // Words before the value are part of the subject; an update may say less of it.
  const maxBefore = later.hasChange ? 1 : 0
  return pair.every((statement) => {
    const [value] = statement.values
    if (!value || isBeforeVerb(statement, value)) return false
    return statement.extras.filter(({ position }) => position < value.position).length <= maxBefore
  })
}

/** Whether a statement says that something has changed about what an earlier one begins with. */
function isUpdate(later: ComparedStatement, { words, shared, hasChange }: ComparedStatement): boolean {
  const first = words.find(isContent)
  return later.hasChange && !hasChange && first !== undefined && shared.includes(first)
}

/** Only the last adjacent values count; others belong to the subject, such as `daily`. */
function withLastSlot(statement: ComparedStatement): ComparedStatement {
  const { values, extras } = statement
  const start = values.findIndex((_, index) => isOneSlot(statement, values.slice(index)))
  return { ...statement, values: values.slice(start), extras: [...values.slice(0, start), ...extras] }
}

/** If both values begin with a name, as in `LH 123`, or both colours with a word, as in `pale blue`, it is part of the value. */
function withoutPrefixes(pair: Pair): ComparedStatement[] {
  const prefixes = pair.map(({ values, extras }) =>
    extras.find(
      ({ kind, position }) =>
        position + 1 === values[0]?.position && (kind === 'name' || values[0].kind === 'colour'),
    ),
  )
  if (!prefixes.every(Boolean)) return [...pair]
  return pair.map((each) => ({ ...each, extras: each.extras.filter((word) => !prefixes.includes(word)) }))
}

/** Whether no name or noun of both statements is between some words. */
function isOneSlot({ words, shared }: ComparedStatement, slot: readonly StatementWord[]): boolean {
  const inside = words.slice(slot[0]?.position, slot.at(-1)?.position)
  return !inside.some((word) => isNoun(word) && shared.includes(word))
}

const isNoun = ({ kind }: StatementWord): boolean => kind === 'word' || kind === 'name'

/** Whether a word is before the verb, so that it is a part of the subject. */
function isBeforeVerb({ words }: ComparedStatement, word: StatementWord | undefined): boolean {
  const position = word?.position ?? 0
  const [before, after] = [words.slice(0, position), words.slice(position + 1)]
  const subject = before.filter(({ kind }) => kind !== 'skip')
  if (before.some(isVerb)) return false
  return after.some(isVerb) || (after.some(isContent) && subject.length < 2 && subject.every(isContent))
}

const isVerb = ({ kind }: StatementWord): boolean => kind === 'be' || kind === 'stay'

/** Whether two statements differ in one name or noun, as the value of an attribute that has only one value. */
function hasOtherName(pair: Pair): boolean {
  const [later, earlier] = pair
  if (!pair.every(isOneName) || later.extras.at(-1)?.kind !== earlier.extras.at(-1)?.kind) return false
  const isInSubject = pair.some((statement) => isBeforeVerb(statement, statement.extras[0]))
  if (later.hasChange && earlier.coverage >= 0.5 && !isInSubject) return true
  const [frame, otherFrame] = pair.map((statement) => (hasPurpose(statement) ? 'be' : verbOf(statement)))
  return frame !== undefined && frame === otherFrame
}

/** Codes that begin with a letter, such as `Apache-2.0`, are names. */
function withNamedCodes(statement: ComparedStatement): ComparedStatement {
  if (!statement.values.every(({ kind, text }) => kind === 'code' && /^\p{L}/u.test(text))) return statement
  const extras = statement.differences.filter(isContent)
  return {
    ...statement,
    values: [],
    extras: extras.map((each) => (each.kind === 'code' ? { ...each, kind: 'name' } : each)),
  }
}

function isOneName(statement: ComparedStatement): boolean {
  const { values, extras } = statement
  return values.length === 0 && extras.length > 0 && extras.length <= 3 && isOneSlot(statement, extras)
}

/** Of these, each thing has one person. */
const roles = wordSet('lead head manage run chair own maintain responsible charge owner teach leitet dirige')
/** Each thing has one value of these. */
const attributes = wordSet(
  `favourite favorite default password name contact preferred primary main official dentist doctor ceo level mode type status state
  version format strategy size language timezone branch manager title model brand provider host engine framework editor theme
  currency address owner capital target base protocol license supplier plan`,
)
const uses = wordSet('use')
const agents = wordSet('by von por par')

/** Whether the name is that of the one person with a role, or is used for a purpose. */
function hasPurpose({ words, extras, shared }: ComparedStatement): boolean {
  const before = words.slice(0, extras[0]?.position)
  const [, next] = words.slice(extras.at(-1)?.position)
  const adjacent = before.at(-1)?.key ?? ''
  const isAgent = !before.some(isContent) || agents.has(adjacent)
  return (isAgent && shared.some(({ key }) => roles.has(key))) || (uses.has(adjacent) && next?.text === 'for')
}

/** The verb that joins an attribute or a place to the name as its only value; undefined if there may be several values. */
function verbOf({ words, extras, shared }: ComparedStatement): string | undefined {
  const [first] = extras
  const joining = words.slice(0, first?.position).filter(({ kind }) => kind !== 'skip' && kind !== 'light')
  const isPlace = joining.at(-1)?.kind === 'at'
  const [verb] = joining.slice(-1 - Number(isPlace))
  const hasAttribute = shared.some(({ key }) => attributes.has(key))
  if (!verb || !isVerb(verb)) return undefined
  return verb.kind === 'stay' || isPlace || first?.kind === 'name' || hasAttribute ? verb.key : undefined
}
