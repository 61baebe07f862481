import type { KeywordFeature } from '@recallite/store'
import { createSoughtWords, type SoughtRun, type SoughtWord, type SoughtWords } from './sought-words.js'
import { wordHash } from './word-hash.js'
import { marksPerNumber, type WordList } from './word-list.js'

/** What stands beside or behind the text counts half. */
const besideWeight = 0.5

type RunFeature = Extract<KeywordFeature, { stems: readonly string[] }>

const runWeights: Readonly<Record<RunFeature['kind'], SoughtRun['weights']>> = {
  phrase: [1, besideWeight, 0],
  pair: [1, 0, 0],
  place: [0, 0, Infinity],
}

/** Whether all words of a run but the first, which is known to stand there, stand from a position on. */
function standsAt({ hashes }: SoughtRun, numbers: Int32Array, position: number): boolean {
  for (let index = 1; index < hashes.length; index += 1) {
    if (numbers[position + index] !== hashes[index]) return false
  }
  return true
}

/** The text (0), the parts (1) or the place (2) of a chunk: from where to where its stems stand. */
interface Zone {
  readonly zone: 0 | 1 | 2
  readonly start: number
  readonly end: number
}

function countRuns({ runs }: SoughtWord, numbers: Int32Array, { zone, start, end }: Zone): void {
  for (const run of runs) {
    const isWithin = start + run.hashes.length <= end
    if (isWithin && standsAt(run, numbers, start)) run.count += run.weights[zone]
  }
}

function countStems(sought: SoughtWords, numbers: Int32Array, { zone, start, end }: Zone): void {
  for (let position = start; position < end; position += 1) {
    const word = sought.find(numbers[position] ?? 0)
    if (!word) continue
    if (zone === 0) word.inText += 1
    else word.beside += 1
    if (word.runs.length > 0) countRuns(word, numbers, { zone, start: position, end })
  }
}

/** Of most words of the text form and stem are the same; here are the others. */
function countForms(sought: SoughtWords, { numbers, textAt, marksAt, formsAt }: WordList): void {
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

function seekRun(sought: SoughtWords, { kind, stems }: RunFeature): SoughtRun {
  const run: SoughtRun = { hashes: stems.map(wordHash), weights: runWeights[kind], count: 0 }
  const [first] = stems
  if (first !== undefined) sought.seek(first).runs.push(run)
  return run
}

function countOf({ inText, beside }: SoughtWord): number {
  return inText + besideWeight * beside
}

/** What is read of a feature when a chunk's words are counted. */
function createReader(
  feature: KeywordFeature,
  sought: SoughtWords,
  expand: (prefix: string) => readonly string[],
): () => number {
  switch (feature.kind) {
    case 'word': {
      const word = sought.seek(feature.stem)
      return () => countOf(word)
    }
    case 'form': {
      const word = sought.seek(feature.form)
      return () => word.inText + word.otherForms
    }
    case 'prefix': {
      const words = [...new Set(expand(feature.prefix).map(sought.seek))]
      return () => words.reduce((sum, word) => sum + countOf(word), 0)
    }
    case 'either': {
      const readers = feature.features.map((one) => createReader(one, sought, expand))
      return () => readers.reduce((most, read) => Math.max(most, read()), 0)
    }
    default: {
      const run = seekRun(sought, feature)
      return () => run.count
    }
  }
}

/**
 * Counts features in chunks, all of them in one pass over a chunk's words.
 * @param expand the stems that begin with a prefix
 */
export function createOccurrenceCounter(
  features: readonly KeywordFeature[],
  expand: (prefix: string) => readonly string[],
): (list: WordList) => readonly number[] {
  const sought = createSoughtWords()
  const readers = features.map((feature) => createReader(feature, sought, expand))
  return (list) => {
    const { numbers, textAt, partsAt, placeAt, marksAt } = list
    sought.clear()
    countStems(sought, numbers, { zone: 0, start: textAt, end: partsAt })
    countStems(sought, numbers, { zone: 1, start: partsAt, end: placeAt })
    countStems(sought, numbers, { zone: 2, start: placeAt, end: marksAt })
    countForms(sought, list)
    return readers.map((read) => read())
  }
}
