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
import type { DocumentKind } from '../document-kind.js'
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

/** Some chunks, by slot, with the most that their scores can be. */
export interface BoundedChunks {
  readonly slots: Int32Array
  readonly bounds: Float64Array
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
  readonly kind: DocumentKind
}

/** The selections are those of sequences, then of the filter, then of the query, as far as they are needed. */
export function askedBy({ query, within }: BoundedRequest, { bounding, s, kind }: Asking): AskedLists {
  const { words, sequences, features } = bounding
  const matching = (one: KeywordQuery) => (bind: Bind) => matchSql(one, { s, bind })
  return {
    kind,
    words: words.map(({ key }) => key),
    selections: [
      ...sequences.map(({ feature }) => matching(feature)),
      ...(within ? [within] : []),
      ...(isCovered(query, features) ? [] : [matching(query)]),
    ],
  }
}

/** The bounds of all chunks, by slot. */
export interface BoundedSlots {
  readonly chunks: ChunkSlots
  /** Negative for those that may not be given. */
  readonly bounds: Float64Array
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
  if (within) leaveOut(bounds, marksOf(left.shift(), count))
  leaveOut(bounds, isCovered(query, features) ? bounds : marksOf(left.shift(), count))
  for (const slot of gone) bounds[slot] = -1
  return { chunks, bounds, unknown }
}

/** Leaves out the chunks that have no mark. */
function leaveOut(bounds: Float64Array, marks: Uint8Array | Float64Array): void {
  for (let slot = 0; slot < bounds.length; slot += 1) if ((marks[slot] ?? 0) <= 0) bounds[slot] = -1
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

/** The chunks with the highest bounds, in no order but that those equal to the lowest of them, of which there may be more, come last. */
export function highest({ bounds, unknown }: BoundedSlots, most: number): BoundedChunks {
  const top = createTopScores(most)
  let least = -Infinity
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? -1
    if (bound < 0 || bound <= least) continue
    top.add(bound, slot)
    least = top.least()
  }
  const higher: number[] = []
  const equal: number[] = []
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? -1
    if (bound < 0 || bound < least) continue
    if (bound > least) higher.push(slot)
    else equal.push(slot)
  }
  const slots = Int32Array.from([...higher, ...equal])
  return { slots, bounds: Float64Array.from(slots, (slot) => (bounds[slot] ?? 0) + unknown) }
}

/** The closest bounds that the lists give: how often a chunk has each word. */
export function boundClosely(
  found: BoundedChunks,
  { bounding, kept, selections }: IndexReading & { readonly bounding: Bounding },
): BoundedChunks {
  const { bounds, words, sequences, meanLength } = bounding
  const { slots } = found
  const lengths = kept.chunks.lengths()
  const norms = Float64Array.from(slots, (slot) => lengthNorm(lengths[slot] ?? 0, meanLength))
  const numbers = numbersOf(slots, kept.chunks.count())
  const width = bounding.features.length
  const counts = createCounts(slots.length * width)
  const closest = new Float64Array(slots.length).fill(bounds.unknown)
  for (const { key, index } of words) {
    const list = kept.lists.get(listName(key))
    if (list)
      addCounts(list, { numbers, norms, closest, counts, width, index, worth: bounds.worths[index] ?? 0 })
  }
  for (const [order, { index }] of sequences.entries()) {
    const list = everywhere(Int32Array.from(new Set(selections[order])))
    addCounts(list, { numbers, norms, closest, counts, width, index, worth: bounds.worths[index] ?? 0 })
  }
  for (let number = 0; number < slots.length; number += 1) {
    counts.from = number * width
    const bound = (closest[number] ?? 0) + bounds.most(counts, norms[number] ?? 0)
    closest[number] = Math.min(bound, found.bounds[number] ?? 0)
  }
  return { slots, bounds: closest }
}

/** By slot of so many, the place among some slots, counted from 1; 0 for the others. */
function numbersOf(slots: Int32Array, count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let index = 0; index < slots.length; index += 1) numbers[slots[index] ?? 0] = index + 1
  return numbers
}

/** How often chunks have what is listed; where in the text is not known. */
function createCounts(length: number) {
  const places = createPlaceBits(length).fill(everyPlace)
  return { inText: new Uint8Array(length), beside: new Uint8Array(length), places, from: 0 }
}

/** A list of chunks that may have what is listed in any number of places. */
const everywhere = (slots: Int32Array): WordList => ({
  slots,
  inText: new Uint16Array(slots.length).fill(countless),
  beside: new Uint16Array(slots.length),
})

interface Counting {
  readonly numbers: Int32Array
  readonly norms: Float64Array
  readonly closest: Float64Array
  readonly counts: ReturnType<typeof createCounts>
  readonly width: number
  readonly index: number
  readonly worth: number
}

function addCounts(
  { slots, inText, beside }: WordList,
  { numbers, norms, closest, counts, width, index, worth }: Counting,
): void {
  for (let at = 0; at < slots.length; at += 1) {
    const number = (numbers[slots[at] ?? 0] ?? 0) - 1
    if (number < 0) continue
    const text = inText[at] ?? 0
    const others = beside[at] ?? 0
    counts.inText[number * width + index] = Math.min(text, countless)
    counts.beside[number * width + index] = Math.min(others, countless)
    const times = text >= countless ? Infinity : text + others / 2
    closest[number] = (closest[number] ?? 0) + worth * saturationAt(times, norms[number] ?? 0)
  }
}
