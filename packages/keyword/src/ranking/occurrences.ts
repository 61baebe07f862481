import type { QueryFeature } from '@recallite/store/query'
import { marksPerNumber, wordHash, type TermList } from './term-list.js'

/** How often features occur in a chunk. */
export interface Occurrences {
  readonly counts: Float64Array
  /** Whether a feature is in the title, the first heading or the path. */
  readonly isTitled: (index: number) => boolean
  /** Whether a feature occurs only in another form. */
  readonly isOther: (index: number) => boolean
}

/** Returns the stems that begin with a prefix. */
type Expand = (prefix: string) => readonly string[]

/** Counts features in chunks, in one pass over a chunk's words. The next call overwrites the counts. */
export function createOccurrenceCounter(features: readonly QueryFeature[], expand: Expand) {
  const queryWords = createQueryWords()
  const readers = features.map((feature) => createReader(feature, queryWords, expand))
  const counts = new Float64Array(readers.length)
  const isTitled = (index: number) => readers[index]?.isTitled() ?? false
  return (list: TermList): Occurrences => {
    queryWords.clear()
    countRuns(queryWords, list)
    countForms(queryWords, list)
    for (let index = 0; index < readers.length; index += 1) counts[index] = readers[index]?.count() ?? 0
    return { counts, isTitled, isOther: (index) => readers[index]?.isOther?.() ?? false }
  }
}

/** The weight of an occurrence of each kind of feature in the text, in the parts and in the path. */
const zoneWeights = {
  word: [1, 0.5, 0.5],
  prefix: [1, 0.5, 0.5],
  form: [1, 0, 0],
  phrase: [1, 0.5, 0],
  pair: [1, 0, 0],
  place: [0, 0, Infinity],
} as const

/** A counted word, or counted adjacent words. */
interface QueryRun {
  /** The hashes of the words after the first one. */
  readonly rest: readonly number[]
  readonly weights: readonly [text: number, parts: number, place: number]
  /** The weighted count in the current chunk, and whether the run is in a title or the path. */
  count: number
  isTitled: boolean
}

/** A word of the hash table. */
interface QueryWord {
  readonly hash: number
  /** Another word in the same slot. */
  readonly next: QueryWord | undefined
  /** The runs that begin with it. */
  readonly runs: QueryRun[]
  /** In the text of the current chunk, how often it is a form minus how often it is a stem, where the two differ. */
  otherForms: number
}

function countRuns(queryWords: QueryWords, list: TermList): void {
  const { numbers, textAt, titleEnd, partsAt, placeAt, marksAt } = list
  let position = textAt
  for (const [zone, end] of [partsAt, placeAt, marksAt].entries()) {
    for (; position < end; position += 1) {
      const word = queryWords.find(numbers[position] as number)
      if (!word) continue
      for (const run of word.runs) {
        if (position + run.rest.length >= end || !isAt(run, numbers, position)) continue
        run.count += run.weights[zone] ?? 0
        if (position < titleEnd || zone === 2) run.isTitled = true
      }
    }
  }
}

function isAt({ rest }: QueryRun, numbers: Int32Array, position: number): boolean {
  let matched = 0
  while (matched < rest.length && numbers[position + matched + 1] === rest[matched]) matched += 1
  return matched === rest.length
}

/** Reads the words of the text whose form differs from their stem. */
function countForms(queryWords: QueryWords, { numbers, textAt, marksAt, formsAt }: TermList): void {
  let formAt = formsAt
  for (let markAt = marksAt; markAt < formsAt; markAt += 1) {
    const first = textAt + (markAt - marksAt) * marksPerNumber
    for (let marks = numbers[markAt] ?? 0; marks !== 0; marks &= marks - 1) {
      const position = first + marksPerNumber - 1 - Math.clz32(marks & -marks)
      const stem = queryWords.find(numbers[position] ?? 0)
      const form = queryWords.find(numbers[formAt] ?? 0)
      if (stem) stem.otherForms -= 1
      if (form) form.otherForms += 1
      formAt += 1
    }
  }
}

interface Reader {
  readonly count: () => number
  readonly isTitled: () => boolean
  readonly isOther?: (() => boolean) | undefined
}

function createReader(feature: QueryFeature, queryWords: QueryWords, expand: Expand): Reader {
  if (feature.kind === 'either') {
    const readers = feature.features.map((one) => createReader(one, queryWords, expand))
    const count = () => readers.reduce((highest, reader) => Math.max(highest, reader.count()), 0)
    const isOther = feature.features[0]?.kind === 'either' ? () => readers[0]?.count() === 0 : undefined
    return { count, isTitled: () => readers.some((reader) => reader.isTitled()), isOther }
  }
  const stems = stemsOf(feature)
  const rest = stems.slice(1).map(wordHash)
  const run = { rest, weights: zoneWeights[feature.kind], count: 0, isTitled: false }
  const firsts = feature.kind === 'prefix' ? expand(feature.prefix) : stems.slice(0, 1)
  const words = firsts.map(queryWords.seek)
  for (const word of words) word.runs.push(run)
  const [word] = feature.kind === 'form' ? words : []
  return { count: () => run.count + (word?.otherForms ?? 0), isTitled: () => run.isTitled }
}

function stemsOf(feature: Exclude<QueryFeature, { kind: 'either' }>): readonly string[] {
  if (feature.kind === 'word') return [feature.stem]
  if (feature.kind === 'form') return [feature.form]
  return feature.kind === 'prefix' ? [] : feature.stems
}

/** Large enough that nearly all words that are not in the query find an empty slot. */
const slots = 2048

type QueryWords = ReturnType<typeof createQueryWords>

function createQueryWords() {
  const words: QueryWord[] = []
  /** By the last bits of a hash: the number of the last word with these bits, from 1; 0 if there is none. */
  const table = new Int32Array(slots)

  function find(hash: number): QueryWord | undefined {
    const number = table[hash & (slots - 1)] ?? 0
    let word = number === 0 ? undefined : words[number - 1]
    while (word && word.hash !== hash) word = word.next
    return word
  }

  function add(hash: number): QueryWord {
    const slot = hash & (slots - 1)
    const word: QueryWord = { hash, next: words[(table[slot] ?? 0) - 1], runs: [], otherForms: 0 }
    table[slot] = words.push(word)
    return word
  }

  return {
    find,
    /** Adds a word. */
    seek(word: string): QueryWord {
      const hash = wordHash(word)
      return find(hash) ?? add(hash)
    },
    /** Resets the counts. */
    clear(): void {
      for (const word of words) {
        word.otherForms = 0
        for (const run of word.runs) {
          run.count = 0
          run.isTitled = false
        }
      }
    },
  }
}
