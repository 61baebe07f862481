import { searchDefaults, type SearchAnswer, type SearchOptions, type SearchResult } from '@recallite/core'
import type { RecallOptions, RecordMemory } from '@recallite/core/records'
import type { RunQuery } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { recallText, searchText, type AgentText, type Answerer } from './agent-text.js'

/** Searches an index of files or records. Rejects with MemoryError, StoreError, FilterError, RecordError, or the signal's reason. */
export type Subject = (query: RunQuery, how: HowToSearch) => Promise<SubjectAnswer>

/** A strategy with overriding options. A recall of records only uses limit and threshold. */
export interface HowToSearch extends SearchOptions {
  readonly strategy: Strategy
}

/** An answer, and the text for an agent. */
export interface SubjectAnswer extends Pick<SearchAnswer, 'query' | 'retrievers' | 'degraded' | 'timings'> {
  readonly results: readonly SubjectResult[]
  /** The maximum number of candidates of any retriever; 0 for records. */
  readonly candidates: number
  readonly readText: () => Promise<AgentText>
}

/** A chunk of a document, or a record. `document` is its id in the suite. */
export interface SubjectResult extends Pick<
  SearchResult,
  'startLine' | 'endLine' | 'text' | 'heading' | 'snippet' | 'confidence' | 'contributions'
> {
  readonly document: string
  readonly score: number
}

/** Searches files as `memory_search` does. */
export function createFilesSubject({ memory, idOf }: Answerer<'search' | 'listRoots'>): Subject {
  return async ({ text }, { strategy, ...options }) => {
    const report = await memory.search(text, { ...strategy.options, ...options })
    const { answer, found } = report
    const results = inOrder(answer.results, strategy)
    return {
      ...answer,
      results: results.map(({ path, fusedScore: score, ...result }) => ({
        ...result,
        document: idOf(path, result.root),
        score,
      })),
      candidates: Math.max(0, ...Object.values(found)),
      readText: () => searchText({ ...report, answer: { ...answer, results } }, { memory, idOf }),
    }
  }
}

/** Recalls records as `memory_recall` does. The options of a query override those of the strategy. */
export function createRecordsSubject(memory: Pick<RecordMemory, 'recall'>): Subject {
  return async (query, { strategy, limit, threshold, signal }) => {
    const combined = { ...recallOptionsOf(strategy), ...optionsOf(query) }
    const options = { ...combined, ...withoutUndefined({ limit, threshold }), signal }
    const answer = await memory.recall(query.text, options)
    const results = inOrder(answer.results, strategy)
    return {
      ...answer,
      results: results.map(({ record: { id, content, summary }, ...result }) => ({
        ...result,
        document: id,
        startLine: 1,
        endLine: content.split('\n').length,
        text: content,
        heading: summary === null ? [] : [summary],
      })),
      candidates: 0,
      readText: () => recallText({ ...answer, results }, options),
    }
  }
}

/** The number of results that a strategy shows for a query. */
export function limitOf(query: RunQuery, { options }: Strategy): number {
  return optionsOf(query).limit ?? options.limit ?? searchDefaults.limit
}

/** The recall options of a strategy. Undefined if it has other options or replays another program. */
export function recallOptionsOf(strategy: Pick<Strategy, 'options' | 'isReplay'>): RecallOptions | undefined {
  const { vectorWeight, textWeight, fusion, limit, threshold, time, ...others } = strategy.options
  const isOther = Object.values(others).some((value) => value !== undefined)
  const weights = [vectorWeight, textWeight].filter((weight) => weight !== undefined)
  // A recall can disable a retriever, but not weight it.
  if (strategy.isReplay || isOther || weights.length > 1 || weights.some((weight) => weight !== 0))
    return undefined
  const mode = vectorWeight === 0 ? 'keyword' : textWeight === 0 ? 'vector' : 'hybrid'
  return { mode, ...withoutUndefined({ fusion, limit, threshold, time }) }
}

function withoutUndefined(options: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

const optionsOf = ({ recall = '{}' }: RunQuery): RecallOptions => JSON.parse(recall) as RecallOptions

function inOrder<Result>(results: readonly Result[], { isReversed }: Strategy): readonly Result[] {
  return isReversed ? results.toReversed() : results
}
