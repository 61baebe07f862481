import type { RetrieverState, Adjustment, DuplicateSpan, StageReport } from '../answer.js'

interface Evidence {
  readonly path: string
  readonly chunk: ChunkTrace | null
  readonly search: NonNullable<WhyReport['search']>
}

type Verdict = Pick<WhyReport, 'isShown' | 'verdict' | 'advice'>

/** Describes at which stage a document was omitted, and what to do to see it. */
export function judge(evidence: Evidence): Verdict {
  const { path, chunk, search } = evidence
  if (!chunk) return notShown(`${path} is indexed, but has no text`, 'add text to it')
  const reason = beforeRanking(chunk) ?? afterRanking(evidence, chunk)
  if (reason) return notShown(reason[0], reason[1])
  const lines = `lines ${chunk.startLine}–${chunk.endLine}`
  const verdict = `Shown: ${lines} of ${path} are result ${chunk.position} (limit ${search.limit}).`
  return { isShown: true, verdict, advice: null }
}

type Reason = readonly [reason: string, advice: string]

function notShown(reason: string, advice: string): Verdict {
  return { isShown: false, verdict: `Not shown: ${reason}.`, advice }
}

/** Why a chunk did not become part of the ranking; undefined if it did. */
function beforeRanking(chunk: ChunkTrace): Reason | undefined {
  if (chunk.fused) return undefined
  if (!chunk.passesFilters)
    return [
      'the filters of this search exclude it',
      'search without --root, --path, --heading, --since, --until, --where and fields in the query',
    ]
  if (!chunk.hasRequiredWords)
    return [
      'it lacks a word that the query requires, or has one that the query excludes',
      'leave out AND, NOT, minus signs and quotation marks',
    ]
  if (chunk.retrievers.every(({ state }) => state === 'failed' || state === 'off'))
    return ['no retriever could answer', 'see: recallite doctor']
  return notFound(chunk)
}

function notFound({ retrievers, terms }: ChunkTrace): Reason {
  if (terms.matched.length === 0 && retrievers.every(({ rank, score }) => rank === null && !score)) {
    const isPending = retrievers.some((retriever) => retriever.isPending)
    const pending = isPending ? ', and it has no vector' : ''
    return [
      `it contains none of the query's words${pending}`,
      isPending ? 'run: recallite index' : 'search with an embedding model, or use its words',
    ]
  }
  const answered = retrievers.filter(({ state }) => state === 'ok' || state === 'empty')
  return [
    `other chunks answer better: it is not among the candidates (${answered.map(describeRank).join('; ')})`,
    'use words that only it contains, or more candidates: --limit 50 --candidate-multiplier 100',
  ]
}

function describeRank({ name, rank, candidates, score, isPending }: RetrieverTrace): string {
  if (isPending) return `${name}: it has no vector`
  const place = rank === null ? 'not found' : `rank ${rank}`
  const value = score === null ? '' : `, ${name === 'vector' ? 'cosine' : 'score'} ${score.toFixed(2)}`
  return `${name}: ${place}${value}, and the first ${candidates} are candidates`
}

/** Why a chunk of the ranking is not shown; undefined if it is. */
function afterRanking({ search, path }: Evidence, chunk: ChunkTrace): Reason | undefined {
  const { position, omission } = chunk
  if (omission?.kind === 'merged') return [describeMerged(omission.into), '--keep-duplicates shows both']
  if (position === null) return neverShown(path, chunk)
  const { limit, threshold, confidence } = search
  if (search.abstained) {
    const reason = `the search abstained, as its highest confidence ${confidence.toFixed(2)} is below the threshold ${threshold}`
    return [reason, `show it anyway: --threshold 0${beyond(position, limit)}`]
  }
  if (chunk.isCut) {
    const reason = 'it is held back: its score is below the threshold, or much lower than the best'
    return [reason, `show it: --threshold 0${beyond(position, limit)}`]
  }
  if (position > limit)
    return [`it is result ${position}, and ${limit} are shown`, `show more:${beyond(position, limit)}`]
  return undefined
}

function describeMerged(into: NonNullable<ChunkTrace['omission']>['into']): string {
  const where = into
    ? `${into.root}:${into.path}, lines ${into.startLine}–${into.endLine},`
    : 'a better result'
  return `it repeats ${where} and is listed among its duplicates`
}

function neverShown(path: string, { omission }: ChunkTrace): Reason {
  if (omission?.kind === 'held')
    return [`better chunks of ${path} are results instead`, 'allow more: --per-document 0']
  return ['more than a hundred results rank higher', 'use words that only it contains']
}

function beyond(position: number, limit: number): string {
  return position > limit ? ` --limit ${position}` : ''
}

/** One retriever's rank and score of a chunk. */
export interface RetrieverTrace {
  readonly name: string
  readonly state: RetrieverState
  /** From 1, above `candidates` if it is not a candidate; null if the retriever did not find it, or only after the first 10,000. */
  readonly rank: number | null
  /** The number of candidates. */
  readonly candidates: number
  /** For example BM25 or cosine similarity; null without one. */
  readonly score: number | null
  /** Whether the chunk is not embedded yet. */
  readonly isPending: boolean
}

/** A chunk in the stages of a search. */
export interface ChunkTrace {
  readonly id: string
  readonly startLine: number
  readonly endLine: number
  readonly heading: readonly string[]
  readonly passesFilters: boolean
  readonly hasRequiredWords: boolean
  /** The query's content terms. */
  readonly terms: { readonly matched: readonly string[]; readonly missing: readonly string[] }
  readonly retrievers: readonly RetrieverTrace[]
  /** In the fused ranking of `of` items, from 1; null if it is not a candidate. */
  readonly fused: { readonly rank: number; readonly of: number; readonly score: number } | null
  readonly confidence: number
  readonly adjustment: Adjustment | null
  /** Why it is omitted, and the chunk that it repeats. */
  readonly omission: { readonly kind: 'merged' | 'held'; readonly into: DuplicateSpan | null } | null
  /** Among the results with the maximum limit, from 1; null if it is not one. */
  readonly position: number | null
  /** Whether it is held back: see `SearchAnswer.heldBack`. */
  readonly isCut: boolean
}

/** Why a document was or was not shown for a query. */
export interface WhyReport {
  readonly query: string
  /** Null for a file outside all roots. */
  readonly root: string | null
  readonly path: string
  readonly isIndexed: boolean
  readonly isShown: boolean
  readonly verdict: string
  /** What to do to see it; null if it is shown. */
  readonly advice: string | null
  /** Null if the document is not indexed. */
  readonly search: {
    readonly limit: number
    readonly threshold: number
    readonly confidence: number
    readonly abstained: boolean
    readonly stages: readonly StageReport[]
  } | null
  /** Its best chunk; null if it is not indexed or has no text. */
  readonly chunk: ChunkTrace | null
}
