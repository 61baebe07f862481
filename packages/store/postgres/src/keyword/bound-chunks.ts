import {
  countless,
  createKeywordScorer,
  createPlaceBits,
  createScoreBounds,
  createTopScores,
  everyPlace,
  inverseDocumentFrequency,
  lengthNorm,
  saturationAt,
} from '@recallite/keyword-ranking'
import type { KeywordQuery, WordRanking } from '@recallite/store'
import type { Bind } from '../values.js'
import { wordKey } from '../word-key.js'
import { isCovered } from './is-covered.js'
import type { ChunkSlots, WordList } from './kept-lists.js'
import { matchSql } from './match-sql.js'
import { listName, type AskedLists, type IndexReading } from './read-lists.js'

/** What is looked for. */
export interface BoundedRequest {
  readonly query: KeywordQuery
  /** Selects the ids of the chunks that a filter lets through. */
  readonly within: ((bind: Bind) => string) | undefined
  readonly ranking: WordRanking
}

/** A chunk with the most that its score can be. */
export interface BoundedChunk {
  readonly chunk: number
  readonly slot: number
  readonly bound: number
}

/** What a list adds to a score at most, for each unit of its worth. */
const mostSaturation = saturationAt(Infinity, 1)

/** What a search's bounds are made of. */
export type Bounding = ReturnType<typeof createBounding>

/** Says which lists bound the scores of a ranking. */
export function createBounding({ ranking }: BoundedRequest) {
  const { terms, counts } = ranking
  const scorer = createKeywordScorer(terms, counts)
  const expand = (prefix: string) => scorer.expansions.get(prefix) ?? []
  const bounds = createScoreBounds(scorer.terms, { expand, isListed: (stem) => stem !== '' })
  const rarities = bounds.lists.map((feature) =>
    inverseDocumentFrequency(counts.chunks, scorer.chunksWith(feature) ?? 0),
  )
  const others = bounds.otherWorths(rarities)
  const lists = bounds.lists.map((feature, index) => {
    return { feature, index, worth: (bounds.worths[index] ?? 0) + (others[index] ?? 0) }
  })
  const words = lists.flatMap(({ feature, index, worth }) =>
    feature.kind === 'word' ? [{ key: wordKey(feature.stem), index, worth }] : [],
  )
  const sequences = lists.flatMap(({ feature, index, worth }) =>
    feature.kind === 'word' ? [] : [{ feature, index, worth }],
  )
  const features = lists.map(({ feature }) => feature)
  return {
    scorer,
    bounds,
    words,
    sequences,
    features,
    unknown: bounds.unknown,
    meanLength: counts.meanLength,
  }
}

interface Asking {
  readonly bounding: Bounding
  readonly s: string
}

/** The selections are those of sequences, then of the filter, then of the query, as far as they are needed. */
export function askedBy({ query, within }: BoundedRequest, { bounding, s }: Asking): AskedLists {
  const { words, sequences, features } = bounding
  const matching = (one: KeywordQuery) => (bind: Bind) => matchSql(one, { s, bind })
  return {
    words: words.map(({ key }) => key),
    selections: [
      ...sequences.map(({ feature }) => matching(feature)),
      ...(within ? [within] : []),
      ...(isCovered(query, features) ? [] : [matching(query)]),
    ],
  }
}

/** The chunks that may be given, by slot, with bounds. */
export interface BoundedSlots {
  readonly chunks: ChunkSlots
  readonly bounds: Float64Array
  readonly mayBe: (slot: number) => boolean
  /** What every bound has besides. */
  readonly unknown: number
}

/** Bounds the scores of all chunks by what each list may add. */
export function boundChunks(
  { query, within }: BoundedRequest,
  { bounding, kept, selections }: IndexReading & { readonly bounding: Bounding },
): BoundedSlots {
  const { words, sequences, features, unknown } = bounding
  const { chunks, gone } = kept
  const count = chunks.count()
  const bounds = new Float64Array(count)
  for (const { key, worth } of words) {
    const list = kept.lists.get(listName(key))
    if (list) addList(bounds, list, { lengths: chunks.lengths(), worth, meanLength: bounding.meanLength })
  }
  for (const [index, { worth }] of sequences.entries()) {
    for (const slot of new Set(selections[index])) bounds[slot] = (bounds[slot] ?? 0) + worth * mostSaturation
  }
  const left = selections.slice(sequences.length)
  const allowed = within ? marksOf(left.shift(), count) : undefined
  const matched = isCovered(query, features) ? undefined : marksOf(left.shift(), count)
  const isMatch = (slot: number) => (matched ? matched[slot] === 1 : (bounds[slot] ?? 0) > 0)
  const mayBe = (slot: number) =>
    isMatch(slot) && (allowed === undefined || allowed[slot] === 1) && !gone.has(slot)
  return { chunks, bounds, mayBe, unknown }
}

function marksOf(slots: Int32Array | undefined, count: number): Uint8Array {
  const marks = new Uint8Array(count)
  for (const slot of slots ?? []) marks[slot] = 1
  return marks
}

interface ListWorth {
  readonly lengths: Uint16Array
  readonly worth: number
  readonly meanLength: number
}

function addList(bounds: Float64Array, list: WordList, { lengths, worth, meanLength }: ListWorth): void {
  const { slots, inText, beside } = list
  const most = worth * mostSaturation
  const start = lengthNorm(0, meanLength)
  const each = lengthNorm(1, meanLength) - start
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] ?? 0
    const times = (inText[index] ?? 0) + (beside[index] ?? 0) / 2
    bounds[slot] = (bounds[slot] ?? 0) + (most * times) / (times + start + each * (lengths[slot] ?? 0))
  }
}

/** The chunks with the highest bounds, highest first and equal ones in the order of their rows, and those equal to the last of them. */
export function highest({ chunks, bounds, mayBe, unknown }: BoundedSlots, most: number): BoundedChunk[] {
  const top = createTopScores(most)
  let least = -Infinity
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? 0
    if (bound <= least || !mayBe(slot)) continue
    top.add(bound, slot)
    least = top.least()
  }
  const found: BoundedChunk[] = []
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? 0
    if (bound >= least && mayBe(slot)) found.push({ chunk: chunks.rowOf(slot), slot, bound: bound + unknown })
  }
  return found.toSorted((a, b) => b.bound - a.bound || a.chunk - b.chunk)
}

/** The closest bounds that the lists give: how often a chunk has each word. Highest first. */
export function boundClosely(
  found: readonly BoundedChunk[],
  { bounding, kept, selections }: IndexReading & { readonly bounding: Bounding },
): BoundedChunk[] {
  const { bounds, words, sequences, meanLength } = bounding
  const lengths = kept.chunks.lengths()
  const norms = found.map(({ slot }) => lengthNorm(lengths[slot] ?? 0, meanLength))
  const counts = createCounts(found, { width: bounding.features.length, size: kept.chunks.count() })
  const sums = new Float64Array(found.length).fill(bounds.unknown)
  const addTimes = (number: number, index: number, times: number) => {
    sums[number] = (sums[number] ?? 0) + (bounds.worths[index] ?? 0) * saturationAt(times, norms[number] ?? 0)
  }
  for (const { key, index } of words) {
    const list = kept.lists.get(listName(key)) ?? noList
    for (let at = 0; at < list.slots.length; at += 1) {
      const number = counts.numberOf(slotAt(list, at))
      if (number < 0) continue
      const [text, others] = countsAt(list, at)
      counts.set(number, index, [text, others])
      addTimes(number, index, text + others / 2)
    }
  }
  for (const [order, { index }] of sequences.entries()) {
    for (const slot of new Set(selections[order])) {
      const number = counts.numberOf(slot)
      if (number < 0) continue
      counts.set(number, index, [countless, 0])
      addTimes(number, index, Infinity)
    }
  }
  return found
    .map((chunk, number) => {
      const most = bounds.most(counts.of(number), norms[number] ?? 0)
      return { ...chunk, bound: Math.min(chunk.bound, (sums[number] ?? 0) + most) }
    })
    .toSorted((a, b) => b.bound - a.bound || a.chunk - b.chunk)
}

/** How often some chunks have each of so many lists; where in the text is not known. `size`: of all slots. */
function createCounts(
  found: readonly BoundedChunk[],
  { width, size }: { readonly width: number; readonly size: number },
) {
  const numbers = new Int32Array(size)
  for (const [index, { slot }] of found.entries()) numbers[slot] = index + 1
  const inText = new Uint8Array(found.length * width)
  const beside = new Uint8Array(found.length * width)
  const places = createPlaceBits(found.length * width).fill(everyPlace)
  return {
    /** Negative for a chunk that is none of them. */
    numberOf: (slot: number): number => (numbers[slot] ?? 0) - 1,
    set(number: number, index: number, [text, others]: readonly [number, number]): void {
      inText[number * width + index] = Math.min(text, countless)
      beside[number * width + index] = Math.min(others, countless)
    },
    of: (number: number) => ({ inText, beside, places, from: number * width }),
  }
}

const countsAt = ({ inText, beside }: WordList, at: number) => [inText[at] ?? 0, beside[at] ?? 0] as const

const slotAt = ({ slots }: WordList, at: number): number => slots[at] ?? 0

const noList: WordList = { slots: new Int32Array(), inText: new Uint16Array(), beside: new Uint16Array() }
