import { defaultStrategyName } from '@recallite/fusion'
import type { Answer, RankedDocument, Run, RunQuery } from '../run/run.js'
import { knownStrategy } from '../strategy/strategy-table.js'
import type { SettingDifference } from './pair-runs.js'

/** One run's answer to a query, and the conditions of the run. */
export interface Side {
  readonly answer: Answer
  readonly run: Pick<Run, 'settings' | 'depth'>
}

/** Both runs' answers to a query, and the settings in which the runs differ. */
export interface AnswerPair {
  readonly query: RunQuery
  readonly first: Side
  readonly second: Side
  readonly settings: readonly SettingDifference[]
}

/**
 * Why a document is not in a ranking: `beyond-depth` if the run keeps no more documents, `below-threshold` if its
 * confidence is below the run's threshold, `not-a-candidate` if no retriever found it, `unknown` if it is not known.
 */
export type Absence = 'beyond-depth' | 'below-threshold' | 'not-a-candidate' | 'unknown'

/** Where a document stands in one run's answer. */
export type Standing = ReturnType<typeof standingOf>

/** A document that matters for how a query changed. */
export interface DocumentChange {
  readonly document: string
  /** Above 0 is relevant. */
  readonly grade: number
  /** Documents that are not relevant came above a relevant one, or fell below it. */
  readonly role: 'relevant' | 'came-above' | 'gave-way'
  readonly first: Standing
  readonly second: Standing
  /** What the document did and by which facts, in one line; empty if its rank is the same. */
  readonly reason: string
}

/** Where a document stands in one run's answer; the other answer may show why it is absent. */
export function standingOf(document: string, side: Side, other: Side) {
  const { documents, ranking, results } = side.answer
  const index = documents.indexOf(document)
  return {
    /** From 1; null if it is not in the ranking. */
    rank: index === -1 ? null : index + 1,
    absence: index === -1 ? absenceOf(side, other) : null,
    /** Whether the strategy shows it by its own limit and threshold; null if not known. */
    isShown: results && results.some((result) => result.document === document),
    /** The parts of its score; null if it is not ranked, or ranked too low for the run to keep them. */
    detail: ranking.find((ranked) => ranked.document === document) ?? null,
  }
}

/**
 * The documents that came above a document since the ranking before, best first. If the ranking lacks the document,
 * those up to its earlier rank; none if the ranking before did not have it.
 */
export function overtakers(document: string, ranking: readonly string[], before: readonly string[]) {
  const rankBefore = before.indexOf(document) + 1
  if (rankBefore === 0) return []
  const index = ranking.indexOf(document)
  const wereAbove = new Set(before.slice(0, rankBefore))
  return ranking.slice(0, index === -1 ? rankBefore : index).filter((other) => !wereAbove.has(other))
}

/** A ranked document without query coverage if that had no part in its strategy's score. */
export function weighedDocument(strategy: string, document: RankedDocument): RankedDocument {
  const known = knownStrategy(strategy)
  const fusion = known && (known.options.fusion ?? defaultStrategyName)
  // Other fusions do not weigh coverage, and these only if two retrievers or more contribute.
  const isWeighed = fusion === 'convex' || fusion === 'calibrated'
  if (isWeighed && document.contributions.length >= 2) return document
  const contributions = document.contributions.map(({ coverage: _, ...rest }) => rest)
  return { ...document, contributions }
}

function absenceOf(side: Side, other: Side): Absence {
  const { depth, settings } = side.run
  if (side.answer.documents.length >= depth) return 'beyond-depth'
  // Replays have thresholds of their own, and the thresholds of other programs are not known.
  if (!settings || knownStrategy(side.answer.strategy)?.isReplay !== false) return 'unknown'
  const { threshold } = settings
  // A query is abstained on as a whole.
  if (threshold <= 0 || side.answer.documents.length > 0) return 'not-a-candidate'
  const confidences = other.answer.ranking.map(({ confidence }) => confidence)
  if (confidences.length === 0 || !isConfidenceComparable(side, other)) return 'unknown'
  return Math.max(...confidences) < threshold ? 'below-threshold' : 'not-a-candidate'
}

/** Confidence is the same number in two runs if model, chunks and retrievers are the same. */
function isConfidenceComparable(side: Side, other: Side): boolean {
  const basis = ({ run: { settings } }: Side) => JSON.stringify([settings?.model, settings?.chunking])
  const sources = ({ answer: { ranking } }: Side) =>
    JSON.stringify(ranking[0]?.contributions.map(({ source }) => source).toSorted())
  const isSameAsked = side.answer.strategy === other.answer.strategy || sources(side) === sources(other)
  return isSameAsked && basis(side) === basis(other)
}
