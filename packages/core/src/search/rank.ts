import type { Degradation, StageName, StageReport, ResultKind } from './answer.js'
import type { SearchSettings } from './search-options.js'
import { diversify, type Diversified, type Omission } from './stages/diversify.js'
import { fuse, type Scored } from './stages/fuse.js'
import { precede, type Precedence } from './stages/precede.js'
import {
  readItems,
  type ItemReader,
  type ItemReaders,
  type ReadItem,
  type Ranking,
} from './stages/ranked-items.js'
import { threshold, type Decision } from './stages/threshold.js'
import type { QueryTime } from './time/read-time.js'

/** The candidates of one kind, and how they are ordered. */
export interface KindToRank extends Scored, Precedence {
  readonly store: ItemReader
  readonly settings: SearchSettings
  /** Reorders the items before time and recency do. `time`: the time in the query, or null. */
  readonly order?: ((found: readonly ReadItem[], time: QueryTime | null) => Promise<Ranking>) | undefined
}

/** The other inputs of the stages after retrieval. */
export interface RankingSource {
  /** The time in the query, which is preferred; null if there is none. */
  readonly time: QueryTime | null
  /** Whether to list the items of the time in order, because the query has no other topic. */
  readonly listsAll?: boolean | undefined
  /** Reranks the first items of each ranking, if the settings allow it. */
  readonly rerank?: ((rankings: readonly Ranking[]) => Promise<Reranked>) | undefined
  readonly runStage: ReturnType<typeof createStageTimer>['runStage']
}

/** Rankings after the reranker, and a description of what it did. */
export interface Reranked {
  readonly rankings: readonly Ranking[]
  readonly degraded: readonly Degradation[]
  readonly did: string
}

/** A kind with its ranking; `unadjusted`: the same items without order, time, recency and status, if these changed anything. */
interface RankedKind extends KindToRank {
  readonly ranking: Ranking
  readonly unadjusted?: Ranking | undefined
}

/**
 * Runs the stages fuse → rerank → order → adjust for each kind, merge if there are several, then diversify → threshold.
 * @param kinds at least one
 * @returns the output of each stage; `adjusted`: the rankings of the kinds before they are merged
 * @throws FusionError
 */
export async function rank(kinds: readonly KindToRank[], source: RankingSource) {
  const { runStage } = source
  const fusing = async () => kinds.map((kind) => ({ ...kind, ranking: fuse(kind, kind.settings) }))
  const fused = await runStage('fuse', fusing, describeFused)
  const readers = new Map(kinds.map(({ kind, store }) => [kind, store]))
  const { kinds: reranked, degraded } = await rerank(fused, source)
  const ordered = await order(reranked, readers, source)
  const timed = await adjustAll(ordered, readers, source)
  const adjusting = timed.map(async (timedKind, index) => {
    const kind = { ...timedKind, ranking: await precede(timedKind.ranking, timedKind, readers) }
    return { ...kind, unadjusted: source.listsAll ? undefined : unadjustedOf(kind, reranked[index]) }
  })
  const adjusted = await Promise.all(adjusting)
  const merged = await merge(adjusted, runStage)
  const diversified = await runStage(
    'diversify',
    () => diversifyBoth(merged, readers, kinds),
    describeDiversified,
  )
  const describeDecision = ({ ranking, confidence }: Decision) =>
    `${diversified.ranking.length - ranking.length} left out, highest confidence ${confidence.toFixed(2)}`
  const decision = await runStage('threshold', async () => threshold(diversified, kinds), describeDecision)
  const rankings = { fused: fused.flatMap(({ ranking }) => ranking), merged: merged.ranking }
  return {
    ...rankings,
    adjusted: adjusted.flatMap(({ ranking }) => ranking),
    diversified,
    decision,
    degraded,
  }
}

type RunStage = RankingSource['runStage']

async function rerank(kinds: readonly RankedKind[], { rerank: scoreAgain, runStage }: RankingSource) {
  const [first] = kinds
  const isOff = !scoreAgain || !first?.settings.rerank || kinds.every(({ ranking }) => ranking.length === 0)
  if (isOff) return { kinds, degraded: [] }
  const reranking = () => scoreAgain(kinds.map(({ ranking }) => ranking))
  const { rankings, degraded } = await runStage('rerank', reranking, ({ did }) => did)
  return {
    kinds: kinds.map((kind, index) => ({ ...kind, ranking: rankings[index] ?? kind.ranking })),
    degraded,
  }
}

/** Only records are reordered. */
async function order(kinds: readonly RankedKind[], readers: ItemReaders, source: RankingSource) {
  if (!kinds.some((kind) => kind.order)) return kinds
  const orderOne = async (kind: RankedKind) => {
    const { found } = await readItems(readers, kind.order ? kind.ranking : [])
    return kind.order ? { ...kind, ranking: await kind.order(found, source.time) } : kind
  }
  const ordering = () => Promise.all(kinds.map(orderOne))
  const countOrdered = (ordered: readonly RankedKind[]) =>
    ordered.reduce((sum, kind) => sum + (kind.order ? kind.ranking.length : 0), 0)
  return source.runStage('order', ordering, (ordered) => `${count(countOrdered(ordered), 'record')} ordered`)
}

/** Prefers the time in the query and recent items, in the kinds whose settings do so. */
async function adjustAll(
  kinds: readonly RankedKind[],
  readers: ItemReaders,
  { time: queryTime, listsAll, runStage }: RankingSource,
): Promise<readonly RankedKind[]> {
  const timeOf = ({ settings }: RankedKind) => (settings.time ? queryTime : null)
  const isOff = (kind: RankedKind) => kind.settings.recency === undefined && !timeOf(kind)
  if (kinds.every(isOff)) return kinds
  const { adjust } = await import('./stages/adjust.js')
  const adjustOne = async (kind: RankedKind) => {
    if (isOff(kind)) return kind
    const { today, settings } = kind
    const time = timeOf(kind)
    return {
      ...kind,
      ranking: await adjust(kind.ranking, { readers, today, time, listsAll }, settings.recency),
    }
  }
  return runStage('adjust', () => Promise.all(kinds.map(adjustOne)), describeAdjusted)
}

function unadjustedOf({ ranking }: RankedKind, before: RankedKind | undefined): Ranking | undefined {
  const present = new Map(ranking.map((ranked) => [ranked.id, ranked]))
  const unadjusted = before?.ranking.flatMap(({ id }) => present.get(id) ?? []) ?? []
  return unadjusted.every(({ id }, index) => id === ranking[index]?.id) ? undefined : unadjusted
}

async function merge(kinds: readonly RankedKind[], runStage: RunStage): Promise<Merged> {
  const [first] = kinds
  if (first && kinds.length === 1) return first
  const { merge: join } = await import('./stages/merge.js')
  const isAdjusted = kinds.some(({ unadjusted }) => unadjusted)
  const merging = async () => ({
    ranking: join(kinds),
    unadjusted: isAdjusted
      ? join(kinds.map((kind) => ({ ...kind, ranking: kind.unadjusted ?? kind.ranking })))
      : undefined,
  })
  return runStage(
    'merge',
    merging,
    ({ ranking }) => `${count(ranking.length, 'item')} of ${kinds.length} kinds`,
  )
}

type Merged = Pick<RankedKind, 'ranking' | 'unadjusted'>

/** The threshold applies to the unadjusted ranking (`judged`): age, place and use of an item do not make it an answer. */
async function diversifyBoth(
  { ranking, unadjusted }: Merged,
  readers: ItemReaders,
  kinds: readonly KindToRank[],
): Promise<Diversified & { readonly judged?: Ranking | undefined }> {
  const settings = new Map(kinds.map((each) => [each.kind, each.settings]))
  const settingsOf = (kind: ResultKind) => settings.get(kind) as SearchSettings
  const how = { limit: kinds[0]?.settings.limit ?? 0, settingsOf }
  const judged = unadjusted && (await diversify(unadjusted, readers, how)).ranking
  return { ...(await diversify(ranking, readers, how)), judged }
}

/** For example `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Runs stages, and records the duration and the effect of each. */
export function createStageTimer() {
  const stages: StageReport[] = []
  async function runStage<Output>(
    stage: StageName,
    work: () => Promise<Output>,
    describe: (output: Output) => string,
  ): Promise<Output> {
    const start = performance.now()
    const output = await work()
    stages.push({ stage, time: performance.now() - start, did: describe(output) })
    return output
  }
  return { stages, runStage }
}

const describeFused = (kinds: readonly RankedKind[]): string =>
  perKind(kinds, ({ ranking, settings }) => `${count(ranking.length, 'item')} by ${settings.strategyName}`)

/** Describes each kind, with its name if there are several. */
export function perKind<Each extends { readonly kind: ResultKind }>(
  kinds: readonly Each[],
  describe: (each: Each) => string,
): string {
  return kinds.map((each) => `${kinds.length > 1 ? `${each.kind}: ` : ''}${describe(each)}`).join('; ')
}

function describeAdjusted(kinds: readonly RankedKind[]): string {
  const moved = kinds
    .flatMap(({ ranking }) => ranking)
    .filter(({ adjustment }) => adjustment && adjustment.from !== adjustment.to)
  return `${count(moved.length, 'item')} moved`
}

function describeDiversified({ read, damaged, omissions }: Diversified): string {
  const kinds = [...omissions.values()].map(({ kind }) => kind)
  const countOf = (kind: Omission['kind']) => `${kinds.filter((each) => each === kind).length} ${kind}`
  const omitted = [countOf('merged'), countOf('held')].join(', ')
  return `${count(read, 'item')} read: ${omitted}, ${damaged} damaged`
}
