import { defaultStrategyName } from '@recallite/fusion'
import type { Answer, RankedDocument, Run, RunQuery } from '../run/run.js'
import { knownStrategy } from '../strategy/strategy-table.js'
import type { Absence, Standing } from './comparison.js'
import type { SettingDifference } from './pair-runs.js'

/** One run's answer to a query, and what it was made with. */
export interface Side {
  readonly answer: Answer
  readonly run: Pick<Run, 'settings' | 'depth'>
}

/** Both runs' answers to a query. */
export interface AnswerPair {
  readonly query: RunQuery
  readonly first: Side
  readonly second: Side
  /** The settings that the runs do not share. */
  readonly settings: readonly SettingDifference[]
}

/** In this fusion alone the coverage lowers a list's value, and only where two lists or more have a say. */
const coveredFusion = 'convex'

/** Where a document stands in one run's answer; the other's may know why it is absent. */
export function standingOf(document: string, side: Side, other: Side): Standing {
  const { documents, ranking, results } = side.answer
  const index = documents.indexOf(document)
  return {
    rank: index === -1 ? null : index + 1,
    absence: index === -1 ? absenceOf(document, side, other) : null,
    isShown: results && results.some((result) => result.document === document),
    detail: ranking.find((ranked) => ranked.document === document) ?? null,
  }
}

/**
 * The documents that stand above a document in a ranking and did not in the one before, best first. Where the ranking
 * has lost it, those that now have its rank, or a better one; none where it was not in the one before.
 */
export function overtakers(document: string, ranking: Ranking, before: Ranking): string[] {
  const rankBefore = before.indexOf(document) + 1
  if (rankBefore === 0) return []
  const index = ranking.indexOf(document)
  const wereAbove = new Set(before.slice(0, rankBefore))
  return ranking.slice(0, index === -1 ? rankBefore : index).filter((other) => !wereAbove.has(other))
}

/** A ranked document with what its strategy weighed: without coverage where that had no part in the score. */
export function weighedDocument(strategy: string, document: RankedDocument): RankedDocument {
  if (weighsCoverage(strategy, document)) return document
  const contributions = document.contributions.map(({ source, rank, raw, value }) => ({
    source,
    rank,
    raw,
    value,
  }))
  return { ...document, contributions }
}

/** Replays cut by thresholds of their own, and rankings from elsewhere by rules that nobody knows. */
function isCutByRun({ strategy }: Answer): boolean {
  return knownStrategy(strategy)?.isReplay === false
}

function sourcesOf({ ranking }: Answer): string {
  const [best] = ranking
  return JSON.stringify(best?.contributions.map(({ source }) => source).toSorted())
}

/** Evidence is the same number in two runs where model, chunks and retrievers are the same. */
function isEvidenceShared(side: Side, other: Side): boolean {
  const basis = ({ run: { settings } }: Side) => JSON.stringify([settings?.model, settings?.chunking])
  const isSameAsked =
    side.answer.strategy === other.answer.strategy || sourcesOf(side.answer) === sourcesOf(other.answer)
  return isSameAsked && basis(side) === basis(other)
}

function absenceOf(document: string, side: Side, other: Side): Absence {
  const { depth, settings } = side.run
  if (side.answer.documents.length >= depth) return 'beyond-depth'
  if (!settings || !isCutByRun(side.answer)) return 'unknown'
  const { minScore } = settings
  if (minScore <= 0) return 'not-a-candidate'
  const evidence = other.answer.ranking.find((ranked) => ranked.document === document)?.evidence
  if (evidence === undefined || !isEvidenceShared(side, other)) return 'unknown'
  return evidence < minScore ? 'below-threshold' : 'not-a-candidate'
}

/** Ids, best first. */
type Ranking = readonly string[]

function weighsCoverage(strategy: string, { contributions }: RankedDocument): boolean {
  const known = knownStrategy(strategy)
  if (!known || contributions.length < 2) return false
  return (known.options.fusion ?? defaultStrategyName) === coveredFusion
}
