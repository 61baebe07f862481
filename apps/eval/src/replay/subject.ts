import { searchDefaults, type SearchAnswer, type SearchOptions, type SearchResult } from '@recallite/core'
import type { RecallOptions, RecordMemory } from '@recallite/core/records'
import type { RunQuery } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { recallText, searchText, type AgentText, type Answerer } from './agent-text.js'

/** What queries are put to: an index of files, or of records. */
export interface Subject {
  /** Rejects with MemoryError, StoreError, FilterError, RecordError, or the signal's reason. */
  readonly search: (query: RunQuery, how: HowToSearch) => Promise<Found>
}

/** How to search: as a strategy does, but for the options that are given. Of these a recall of records takes limit and threshold. */
export interface HowToSearch extends SearchOptions {
  readonly strategy: Strategy
}

/** What was found, and the text that an agent is given for it. */
export interface Found extends Pick<SearchAnswer, 'query' | 'retrievers' | 'degraded' | 'timings'> {
  readonly results: readonly FoundResult[]
  /** How many candidates the retriever had that found most; 0 of records. */
  readonly candidates: number
  readonly readText: () => Promise<AgentText>
}

/** A chunk of a document, or a record. */
export interface FoundResult extends Pick<
  SearchResult,
  'startLine' | 'endLine' | 'text' | 'heading' | 'snippet' | 'confidence' | 'contributions'
> {
  /** An id of the suite. */
  readonly document: string
  readonly score: number
}

/** Files, searched as `memory_search` does. */
export function createFilesSubject({ memory, idOf }: Answerer<'search' | 'listRoots'>): Subject {
  return {
    async search({ text }, { strategy, ...options }) {
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
    },
  }
}

/** Records, recalled as `memory_recall` does, by the query's own options before those of the strategy. */
export function createRecordsSubject(memory: Pick<RecordMemory, 'recall'>): Subject {
  return {
    async search(query, { strategy, limit, threshold, signal }) {
      const given = Object.entries({ limit, threshold }).filter(([, value]) => value !== undefined)
      const own = { ...recallOptionsOf(strategy), ...optionsOf(query) }
      const options = { ...own, ...Object.fromEntries(given), signal }
      const answer = await memory.recall(query.text, options)
      const results = inOrder(answer.results, strategy)
      return {
        ...answer,
        results: results.map(({ record: { id, content, summary }, ...result }) => ({
          ...result,
          document: id,
          // A record is all of its lines.
          startLine: 1,
          endLine: content.split('\n').length,
          text: content,
          heading: summary === null ? [] : [summary],
        })),
        candidates: 0,
        readText: () => recallText({ ...answer, results }, options),
      }
    },
  }
}

/** How many results a strategy shows for a query. */
export function limitOf(query: RunQuery, { options }: Strategy): number {
  return optionsOf(query).limit ?? options.limit ?? searchDefaults.limit
}

/** How a strategy recalls records; undefined if it has options that a recall has not, or replays another program. */
export function recallOptionsOf(strategy: Pick<Strategy, 'options' | 'isReplay'>): RecallOptions | undefined {
  const { vectorWeight, textWeight, fusion, limit, threshold, time, ...others } = strategy.options
  const isOther = Object.values(others).some((value) => value !== undefined)
  const weights = [vectorWeight, textWeight].filter((weight) => weight !== undefined)
  // A recall asks both retrievers or one; it does not weigh them.
  if (strategy.isReplay || isOther || weights.length > 1 || weights.some((weight) => weight !== 0))
    return undefined
  const mode = vectorWeight === 0 ? 'keyword' : textWeight === 0 ? 'vector' : 'hybrid'
  const given = { fusion, limit, threshold, time }
  return { mode, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

const optionsOf = ({ recall = '{}' }: RunQuery): RecallOptions => JSON.parse(recall) as RecallOptions

function inOrder<Result>(results: readonly Result[], { isReversed }: Strategy): readonly Result[] {
  return isReversed ? results.toReversed() : results
}
