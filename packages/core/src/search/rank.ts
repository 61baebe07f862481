import type { Store } from '@recallite/store'
import type { Degradation, StageName, StageReport } from './answer.js'
import type { SearchSettings } from './search-options.js'
import { diversify, threshold, type Decision, type Diversified, type Omission } from './stages/diversify.js'
import { fuse, type Ranking, type Scored } from './stages/fuse.js'
import { readItems, type ReadItem } from './stages/read-items.js'
import type { QueryTime } from './time/read-time.js'

/** What the stages after retrieval work with. */
export interface RankingSource {
  readonly store: Pick<Store, 'readItems'>
  /** The day that ages are counted to, as `2026-02-11`. */
  readonly today: string
  /** The time that the query names, which is preferred; null if none is. */
  readonly time: QueryTime | null
  /** Scores the first items again, if the settings say so; default: the ranking stays. */
  readonly rerank?: ((ranking: Ranking) => Promise<Reranked>) | undefined
  /** Orders the items by what only the caller knows of them, before the time and recency; default: the ranking stays. */
  readonly order?: ((found: readonly ReadItem[]) => Promise<Ranking>) | undefined
  readonly runStage: ReturnType<typeof createStageTimer>['runStage']
}

/** A ranking after the reranker, and what the stage did. */
export interface Reranked {
  readonly ranking: Ranking
  readonly degraded: readonly Degradation[]
  readonly did: string
}

/**
 * Runs the stages fuse → rerank → adjust → diversify → threshold, each of which takes a ranking; a stage that is off is not run.
 * @returns what each made: `adjusted` is the fused ranking, or what a reranker, the time and recency made of it; `degraded` is what did not work
 * @throws FusionError
 */
export async function rank(scored: Scored, source: RankingSource, settings: SearchSettings) {
  const { store, runStage } = source
  const byStrategy = (ranking: Ranking) => `${count(ranking.length, 'item')} by ${settings.strategyName}`
  const fused = await runStage('fuse', async () => fuse(scored, settings), byStrategy)
  const { ranking: adjusted, timeless, degraded } = await refine(fused, source, settings)
  const diversifying = () => diversify(adjusted, store, settings)
  const diversified = await runStage('diversify', diversifying, describeDiversified)
  const describeDecision = ({ ranking, confidence }: Decision) =>
    `${diversified.ranking.length - ranking.length} left out, highest confidence ${confidence.toFixed(2)}`
  // Whether anything answers does not depend on when it was written.
  const deciding = async () =>
    threshold(diversified, settings, timeless && (await diversify(timeless, store, settings)))
  const decision = await runStage('threshold', deciding, describeDecision)
  return { fused, adjusted, diversified, decision, degraded }
}

/** Runs the stages that change the order and are on; those that are off are not loaded. */
async function refine(
  fused: Ranking,
  { store, today, time, rerank, order, runStage }: RankingSource,
  { recency, rerank: mayRerank }: SearchSettings,
) {
  const isReranked = mayRerank && rerank && fused.length > 0
  const reranking = isReranked && runStage('rerank', () => rerank(fused), describeReranked)
  const { ranking: reranked, degraded } = (await reranking) || { ranking: fused, degraded: [] }
  const ordering = async () => order?.((await readItems(store, reranked)).found) ?? reranked
  const ordered = order ? await runStage('adjust', ordering, describeOrdered) : reranked
  if (recency === undefined && !time) return { ranking: ordered, degraded }
  const { adjust } = await import('./stages/adjust.js')
  const adjusting = () => adjust(ordered, { store, today, time }, recency)
  const ranking = await runStage('adjust', adjusting, describeAdjusted)
  if (!time) return { ranking, degraded }
  const before = ranking.toSorted((a, b) => (a.adjustment?.from ?? 0) - (b.adjustment?.from ?? 0))
  return { ranking, timeless: await adjust(before, { store, today, time: null }, recency), degraded }
}

/** A number with a noun, such as `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Runs stages, and reports how long each took and what it did. */
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

const describeReranked = ({ did }: Reranked) => did

const describeOrdered = (ranking: Ranking) => `${count(ranking.length, 'item')} ordered`

function describeAdjusted(ranking: Ranking): string {
  const moved = ranking.filter(({ adjustment }) => adjustment && adjustment.from !== adjustment.to)
  return `${count(moved.length, 'item')} moved`
}

function describeDiversified({ read, damaged, omissions }: Diversified): string {
  const kinds = [...omissions.values()].map(({ kind }) => kind)
  const countOf = (kind: Omission['kind']) => `${kinds.filter((each) => each === kind).length} ${kind}`
  const omitted = [countOf('merged'), countOf('held')].join(', ')
  return `${count(read, 'item')} read: ${omitted}, ${damaged} damaged`
}
