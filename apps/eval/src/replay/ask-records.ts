import { searchDefaults } from '@recallite/core'
import type { RecallAnswer, RecallOptions, RecallResult, RecordMemory } from '@recallite/core/records'
import type { Answer, RankedDocument, RunQuery, ShownResult } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { measureGiven, measureUnfiltered, recallText } from './agent-text.js'
import { assertComplete, mostResults, noThreshold, withEmbedding, type Asking } from './ask-query.js'

/** How a strategy recalls records; undefined if it has options that a recall has not, or replays another program. */
export function recallOptionsOf({
  options,
  isReplay,
}: Pick<Strategy, 'options' | 'isReplay'>):
  | Pick<RecallOptions, 'mode' | 'fusion' | 'limit' | 'threshold'>
  | undefined {
  const { vectorWeight, textWeight, fusion, limit, threshold, ...others } = options
  const isOther = Object.values(others).some((value) => value !== undefined)
  const weights = [vectorWeight, textWeight].filter((weight) => weight !== undefined)
  // A recall asks both retrievers or one; it does not weigh them.
  if (isReplay || isOther || weights.length > 1 || weights.some((weight) => weight !== 0)) return undefined
  const mode = vectorWeight === 0 ? 'keyword' : textWeight === 0 ? 'vector' : 'hybrid'
  const given = { fusion, limit, threshold }
  return { mode, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

/**
 * Recalls what a query asks for, by the strategy and the query's own options: for what is shown and how long it takes, then
 * without a threshold, then by the run's threshold for a ranking. `embedTime` is how many milliseconds embedding the query took before.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; FilterError; RecordError; the signal's reason
 */
export async function askRecords(
  memory: Pick<RecordMemory, 'recall'>,
  query: Pick<RunQuery, 'id' | 'text' | 'recall' | 'grades' | 'passages'>,
  { strategy, depth, settings, signal, embedTime = 0 }: Asking & { readonly embedTime?: number },
): Promise<Omit<Answer, 'suite'>> {
  const asked = JSON.parse(query.recall ?? '{}') as RecallOptions
  const options = { ...recallOptionsOf(strategy), ...asked, signal }
  const shown = await recallBy(memory, query.text, { strategy, options })
  const { limit = searchDefaults.limit } = options
  const further = { ...options, limit: Math.max(limit, mostResults), threshold: noThreshold }
  const unfiltered = await recallBy(memory, query.text, { strategy, options: further })
  const deep = { ...options, limit: depth, threshold: settings.threshold }
  const ranked = await recallBy(memory, query.text, { strategy, options: deep })
  const degraded = [...shown.degraded, ...ranked.degraded].map(({ reason }) => reason)
  return {
    strategy: strategy.name,
    query: query.id,
    documents: ranked.results.map(({ record }) => record.id),
    ranking: ranked.results.slice(0, detailed).map(toRanked),
    results: shown.results.map(toShown),
    given: measureGiven(await recallText(shown, options), query),
    unfiltered: measureUnfiltered(await recallText(unfiltered, further), unfiltered, limit),
    timings: withEmbedding(shown, embedTime),
    degraded: [...new Set(degraded)],
  }
}

const detailed = 10

async function recallBy(
  memory: Pick<RecordMemory, 'recall'>,
  text: string,
  { strategy, options }: { readonly strategy: Strategy; readonly options: RecallOptions },
): Promise<RecallAnswer> {
  options.signal?.throwIfAborted()
  const answer = await memory.recall(text, options)
  assertComplete(answer, strategy)
  return strategy.isReversed ? { ...answer, results: answer.results.toReversed() } : answer
}

function toShown({ record, score, confidence }: RecallResult): ShownResult {
  const endLine = record.content.split('\n').length
  return { document: record.id, startLine: 1, endLine, score, confidence, hasPassage: false }
}

function toRanked(result: RecallResult): RankedDocument {
  const { hasPassage: _, ...span } = toShown(result)
  const { record, snippet } = result
  const contributions = result.contributions.map(({ normalized: __, weight: ___, ...kept }) => kept)
  return { ...span, heading: record.summary === null ? [] : [record.summary], snippet, contributions }
}
