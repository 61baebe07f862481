import { hasOtherName, hasOtherValue } from './other-value.js'
import {
  compareStatements,
  type ComparedStatement,
  isBeforeVerb,
  isContent,
  type StatementPair,
} from './statement.js'
import { isOpposite, wordSet } from './statement-words.js'

/** How a statement contradicts an earlier one: it negates it, says that it has changed, or has an opposite or another value. */
export type Contradiction = 'negation' | 'change' | 'opposite' | 'value'

/** Longer texts state several facts. */
const maxLength = 400

/** The likeness below which two texts have different subjects, whatever words they share. */
const minLikeness = -0.5

/**
 * Finds out how a statement contradicts or updates an earlier one: both have the same subject and attribute, but not the same value.
 * Two events, an addition, or a further item of a list are no contradiction. Statements are compared by their words, in English and
 * in simple forms in German, Spanish, French and Chinese; see `decisions/contradictions.md`.
 * @param likeness the cosine on the scale of its model, 0 for unrelated texts and 1 for a question and its answer; null without one
 */
export function findContradiction(
  content: string,
  other: string,
  { likeness = null }: { readonly likeness?: number | null } = {},
): Contradiction | null {
  if (Math.max(content.length, other.length) > maxLength) return null
  const pair = compareStatements(content, other)
  const sharesSubject = pair[0].shared.some(({ kind }) => kind === 'word' || kind === 'name')
  if (!sharesSubject || (likeness !== null && likeness < minLikeness)) return null
  const rule = rules.find(
    ({ isForEvents, applies }) => (isForEvents || !pair.some(isEvent)) && applies(pair, likeness),
  )
  return rule?.name ?? null
}

interface Rule {
  readonly name: Contradiction
  /** Whether it applies to what happened once. */
  readonly isForEvents: boolean
  readonly applies: (pair: StatementPair, likeness: number | null) => boolean
}

const rules: readonly Rule[] = [
  {
    name: 'negation',
    isForEvents: true,
    applies: ([later, earlier]) => negates(later, earlier) || negates(earlier, later),
  },
  { name: 'change', isForEvents: true, applies: replaces },
  { name: 'opposite', isForEvents: false, applies: hasOpposite },
  { name: 'value', isForEvents: false, applies: hasOtherValue },
  { name: 'value', isForEvents: false, applies: hasOtherName },
]

/** Whether a statement negates a word of another one, which negates nothing, and has most of its words. */
function negates(one: ComparedStatement, other: ComparedStatement): boolean {
  if (other.words.some(({ kind }) => kind === 'not')) return false
  if (one.extras.length > 0 && other.extras.length > 0) return false
  const isNegated = one.words.some(({ kind }, position) => kind === 'not' && nextIsShared(one, position))
  return isNegated && other.coverage >= 0.75
}

function nextIsShared({ words, differences }: ComparedStatement, position: number): boolean {
  const next = words.findIndex((word, at) => at > position && isContent(word))
  return next >= 0 && !differences.includes(next)
}

const replacing = wordSet(
  'instead from dropped longer over replaced replaces left not rather statt von de du 从',
)

/** Whether a statement names the value of an earlier one as replaced. */
function replaces([later, earlier]: StatementPair): boolean {
  const isChange = later.hasChange || later.words.some(({ kind }) => kind === 'not')
  const names = later.words.some(({ text }, position) => replacing.has(text) && nextIsShared(later, position))
  return isChange && names && later.values.length + later.extras.length > 0 && earlier.coverage >= 0.4
}

const past = new Set(
  `met ran bought flew slept saw went won lost got drove said found sent paid began fell broke spent took gave yesterday was
  were`.split(/\s+/),
)
const weakChanges = new Set('again now since up down over more plus longer actually rather'.split(' '))
const beforeAdjective = new Set(['be', 'skip', 'not'])

/** Whether a statement tells what happened once: the values of two events do not contradict each other. */
function isEvent({ words }: ComparedStatement): boolean {
  if (words.some(({ kind, text }) => kind === 'change' && !weakChanges.has(text))) return false
  const lastBe = words.findLastIndex(({ kind }) => kind === 'be')
  return words.some(({ text, kind }, position) => {
    if (position < lastBe || kind === 'change') return false
    const isParticiple = beforeAdjective.has(words[position - 1]?.kind ?? '')
    return past.has(text) || (!isParticiple && text.length > 4 && /[^e]ed$/u.test(text))
  })
}

/** Whether the only difference is a pair of opposites, which are not part of the subject. */
function hasOpposite(both: StatementPair): boolean {
  const [later, earlier] = both
  const pairs = later.differences.flatMap((at) =>
    earlier.differences.map((otherAt) => [at, otherAt] as const),
  )
  const pair = pairs.find(([at, otherAt]) => {
    const [word, other] = [later.words[at], earlier.words[otherAt]]
    return word && other && isOpposite(word, other)
  })
  if (!pair || later.values.length + earlier.values.length > 0) return false
  return both.every((statement, side) => {
    return statement.extras.every((at) => at === pair[side]) && !isBeforeVerb(statement, pair[side] ?? 0)
  })
}
