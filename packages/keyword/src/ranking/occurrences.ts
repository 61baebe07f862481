import type { QueryFeature } from '@recallite/store/query'
import { marksPerNumber, wordHash, type TermList } from './term-list.js'

/** How often features occur in a chunk. */
export interface Occurrences {
  readonly counts: Float64Array
  /** Whether a feature stands in the title, the first heading or the path. */
  readonly isTitled: (index: number) => boolean
  /** Of a feature that occurs, whether what was asked for does not. */
  readonly isOther: (index: number) => boolean
}

/**
 * Counts features in chunks, all of them in one pass over a chunk's words; the counts hold until the next call.
 * @param expand the stems that begin with a prefix
 */
export function createOccurrenceCounter(
  features: readonly QueryFeature[],
  expand: (prefix: string) => readonly string[],
): (list: TermList) => Occurrences {
  const sought = createSoughtWords()
  const readers = features.map((feature) => createReader(feature, sought, expand))
  const counts = new Float64Array(readers.length)
  const isTitled = (index: number) => readers[index]?.isTitled() ?? false
  return (list) => {
    const { numbers, textAt, titleEnd, partsAt, placeAt, marksAt } = list
    sought.clear()
    countStems(sought, numbers, { zone: 0, start: textAt, end: partsAt, titleEnd })
    countStems(sought, numbers, { zone: 1, start: partsAt, end: placeAt, titleEnd: partsAt })
    countStems(sought, numbers, { zone: 2, start: placeAt, end: marksAt, titleEnd: marksAt })
    countForms(sought, list)
    for (let index = 0; index < readers.length; index += 1) counts[index] = readers[index]?.count() ?? 0
    return { counts, isTitled, isOther: (index) => readers[index]?.isOther?.() ?? false }
  }
}

/** Words in the parts and in the place count half. */
const besideWeight = 0.5

type RunFeature = Extract<QueryFeature, { kind: 'phrase' | 'pair' | 'place' }>

/** Words that stand side by side, and how much they count in the text, in the parts and in the place. */
interface SoughtRun {
  readonly hashes: readonly number[]
  readonly weights: readonly [text: number, parts: number, place: number]
  /** What was counted of the run in the chunk at hand, and whether it stands in a title or the path. */
  count: number
  isTitled: boolean
}

const runWeights: Readonly<Record<RunFeature['kind'], SoughtRun['weights']>> = {
  phrase: [1, besideWeight, 0],
  pair: [1, 0, 0],
  place: [0, 0, Infinity],
}

/** A word that is looked for, and the runs that begin with it. */
interface SoughtWord {
  readonly hash: number
  /** Another word whose hash has the same last bits. */
  readonly next: SoughtWord | undefined
  readonly runs: SoughtRun[]
  /** How often the word was counted in the chunk at hand: in the text, and in parts and place. */
  inText: number
  beside: number
  /** Whether it stands in the title, the first heading or the path. */
  isTitled: boolean
  /** How many times more it is a form of the text than a stem of it. */
  otherForms: number
}

/** The text (0), the parts (1) or the place (2) of a chunk: from where to where its stems stand. */
interface Zone {
  readonly zone: 0 | 1 | 2
  readonly start: number
  readonly end: number
  /** Words before it are those of a title or the path. */
  readonly titleEnd: number
}

function countStems(sought: SoughtWords, numbers: Int32Array, { zone, start, end, titleEnd }: Zone): void {
  for (let position = start; position < end; position += 1) {
    const word = sought.find(numbers[position] ?? 0)
    if (!word) continue
    if (zone === 0) word.inText += 1
    else word.beside += 1
    if (position < titleEnd) word.isTitled = true
    if (word.runs.length > 0) countRuns(word, numbers, { zone, start: position, end, titleEnd })
  }
}

function countRuns({ runs }: SoughtWord, numbers: Int32Array, { zone, start, end, titleEnd }: Zone): void {
  for (const run of runs) {
    const { hashes } = run
    // The first word is known to be there.
    let matched = 1
    while (matched < hashes.length && numbers[start + matched] === hashes[matched]) matched += 1
    if (matched < hashes.length || start + matched > end) continue
    run.count += run.weights[zone]
    if (start < titleEnd) run.isTitled = true
  }
}

/** Form and stem of most words of the text are the same; here are the others. */
function countForms(sought: SoughtWords, { numbers, textAt, marksAt, formsAt }: TermList): void {
  let formAt = formsAt
  for (let markAt = marksAt; markAt < formsAt; markAt += 1) {
    const first = textAt + (markAt - marksAt) * marksPerNumber
    for (let marks = numbers[markAt] ?? 0; marks !== 0; marks &= marks - 1) {
      const position = first + marksPerNumber - 1 - Math.clz32(marks & -marks)
      const stem = sought.find(numbers[position] ?? 0)
      const form = sought.find(numbers[formAt] ?? 0)
      if (stem) stem.otherForms -= 1
      if (form) form.otherForms += 1
      formAt += 1
    }
  }
}

/** What is read of a feature when a chunk's words are counted. */
interface Reader {
  readonly count: () => number
  readonly isTitled: () => boolean
  readonly isOther?: (() => boolean) | undefined
}

function createReader(
  feature: QueryFeature,
  sought: SoughtWords,
  expand: (prefix: string) => readonly string[],
): Reader {
  switch (feature.kind) {
    case 'word': {
      const word = sought.seek(feature.stem)
      return { count: () => countOf(word), isTitled: () => word.isTitled }
    }
    case 'form': {
      const word = sought.seek(feature.form)
      return { count: () => word.inText + word.otherForms, isTitled: () => word.isTitled }
    }
    case 'prefix': {
      const words = [...new Set(expand(feature.prefix).map(sought.seek))]
      const count = () => words.reduce((sum, word) => sum + countOf(word), 0)
      return { count, isTitled: () => words.some((word) => word.isTitled) }
    }
    case 'either': {
      const readers = feature.features.map((one) => createReader(one, sought, expand))
      const count = () => readers.reduce((most, reader) => Math.max(most, reader.count()), 0)
      const isOther = feature.features[0]?.kind === 'either' ? () => readers[0]?.count() === 0 : undefined
      return { count, isTitled: () => readers.some((reader) => reader.isTitled()), isOther }
    }
    default: {
      const run = seekRun(sought, feature)
      return { count: () => run.count, isTitled: () => run.isTitled }
    }
  }
}

function countOf({ inText, beside }: SoughtWord): number {
  return inText + besideWeight * beside
}

function seekRun(sought: SoughtWords, { kind, stems }: RunFeature): SoughtRun {
  const run: SoughtRun = { hashes: stems.map(wordHash), weights: runWeights[kind], count: 0, isTitled: false }
  const [first] = stems
  if (first !== undefined) sought.seek(first).runs.push(run)
  return run
}

/** The table has as many places as a small array has: all but a few of a chunk's words meet an empty one. */
const tableSize = 2048

type SoughtWords = ReturnType<typeof createSoughtWords>

/** A table of the words that are looked for, by the last bits of their hashes. */
function createSoughtWords() {
  const words: SoughtWord[] = []
  /** The last one of `words` for each place, by its number from 1; 0 for none. */
  const table = new Int32Array(tableSize)

  function find(hash: number): SoughtWord | undefined {
    const number = table[hash & (tableSize - 1)] ?? 0
    let word = number === 0 ? undefined : words[number - 1]
    while (word && word.hash !== hash) word = word.next
    return word
  }

  function add(hash: number): SoughtWord {
    const place = hash & (tableSize - 1)
    const next = words[(table[place] ?? 0) - 1]
    const word: SoughtWord = { hash, next, runs: [], inText: 0, beside: 0, isTitled: false, otherForms: 0 }
    table[place] = words.push(word)
    return word
  }

  return {
    find,
    /** The word, which is looked for from now on. */
    seek(word: string): SoughtWord {
      const hash = wordHash(word)
      return find(hash) ?? add(hash)
    },
    /** Counts begin anew. */
    clear(): void {
      for (const word of words) {
        word.inText = 0
        word.beside = 0
        word.otherForms = 0
        word.isTitled = false
        for (const run of word.runs) {
          run.count = 0
          run.isTitled = false
        }
      }
    },
  }
}
