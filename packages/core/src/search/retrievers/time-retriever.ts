import { neededCounts } from '@recallite/keyword/ranking'
import { allOf, type SearchFilter } from '@recallite/store'
import { dayWord } from '../../read-days.js'
import type { Query } from '../query.js'
import type { QueryTime } from '../time/read-time.js'
import { dayAfter, dayOf } from '../time/time-spans.js'
import type { RetrievalRequest, Retriever } from './retriever.js'

/** The maximum number of items of a time that are listed. */
const maxListed = 1000

interface Searched {
  readonly time: QueryTime
  /** Whether to find all items of the time, whatever their words. */
  readonly listsAll: boolean
}

/**
 * Finds items of the time in a query, those with its words first: files by the days that they or their headings state, or else by
 * their dates; records by their dates. Adds candidates, which other retrievers score.
 */
export function createTimeRetriever({ time, listsAll }: Searched): Retriever<undefined> {
  return {
    specificationVersion: 'v1',
    name: 'time',
    kinds: ['file', 'record'],
    weight: 0,
    async find(request) {
      const limit = listsAll ? maxListed : request.limit
      const stated = request.kind === 'file' ? dayWords(time) : undefined
      const filters: readonly SearchFilter[] = [
        ...(stated ? [{ kind: 'words', query: stated } as const] : []),
        { kind: 'date', from: time.from, to: time.to },
      ]
      for (const filter of filters) {
        const ids = await idsWithin(request, { filter: allOf(request.filter, filter), limit })
        if (ids.length > 0) return { candidates: ids.map((id) => ({ id, score: 1 })) }
      }
      return { candidates: [] }
    },
    score: async () => new Map(),
  }
}

async function idsWithin(
  { store, query: { tree, scoring: terms } }: RetrievalRequest,
  within: { readonly filter: SearchFilter | undefined; readonly limit: number },
): Promise<string[]> {
  const ranking = { terms, counts: await store.readCounts(neededCounts(terms)) }
  const matching = tree === null ? [] : (await store.findByWords({ ...within, query: tree, ranking })).ids
  const all = matching.length < within.limit ? (await store.findByWords(within)).ids : []
  return [...new Set([...matching, ...all])].slice(0, within.limit).toSorted()
}

const maxWords = 400

/** The word of a day, or the beginning of the words of a month. */
type DayWord =
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'word'; readonly stem: string }

/** The words of all days of a time, by whole months where possible; undefined if it has no beginning, or too many. */
function dayWords({ from, to }: QueryTime): Query['tree'] | undefined {
  const parts: DayWord[] = []
  for (let day = from; day !== null && day <= to;) {
    if (parts.length === maxWords) return undefined
    const [year = 0, month = 1] = day.split('-').map(Number)
    const isMonth = day.endsWith('-01') && dayOf(year, month + 1, 0) <= to
    parts.push(
      isMonth ? { kind: 'prefix', prefix: dayWord(day).slice(0, 6) } : { kind: 'word', stem: dayWord(day) },
    )
    day = isMonth ? dayOf(year, month + 1, 1) : dayAfter(day, 1)
  }
  return from === null ? undefined : { kind: 'any', parts }
}
