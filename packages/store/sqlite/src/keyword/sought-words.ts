import { wordHash } from './word-hash.js'

/** Words that stand side by side, and how much they count in the text, in its parts and in the place. */
export interface SoughtRun {
  readonly hashes: readonly number[]
  readonly weights: readonly [text: number, parts: number, place: number]
  /** What was counted of it in the chunk at hand. */
  count: number
}

/** A word that is looked for, and the runs that begin with it. */
export interface SoughtWord {
  readonly hash: number
  /** Another one whose hash has the same last bits. */
  readonly next: SoughtWord | undefined
  readonly runs: SoughtRun[]
  /** How often it was counted in the chunk at hand: as a stem in the text, and beside or behind it. */
  inText: number
  beside: number
  /** How many times more it is a form of the text than a stem of it. */
  otherForms: number
}

/** As many places as a small array has: all but a few of a chunk's words belong to one that is empty. */
const tableSize = 2048

/** Words that are looked for, and found by their hashes. */
export interface SoughtWords {
  /** The word, which is looked for from now on. */
  seek(word: string): SoughtWord
  find(hash: number): SoughtWord | undefined
  /** Counts begin anew. */
  clear(): void
}

function findBehind(first: SoughtWord | undefined, hash: number): SoughtWord | undefined {
  let word = first
  while (word && word.hash !== hash) word = word.next
  return word
}

/** A table of words by the last bits of their hashes. */
export function createSoughtWords(): SoughtWords {
  const words: SoughtWord[] = []
  /** The last one of `words` for each place, by its number from 1; 0 for none. */
  const table = new Int32Array(tableSize)

  function find(hash: number): SoughtWord | undefined {
    const number = table[hash & (tableSize - 1)] ?? 0
    return number === 0 ? undefined : findBehind(words[number - 1], hash)
  }

  function add(hash: number): SoughtWord {
    const place = hash & (tableSize - 1)
    const next = words[(table[place] ?? 0) - 1]
    const word: SoughtWord = { hash, next, runs: [], inText: 0, beside: 0, otherForms: 0 }
    table[place] = words.push(word)
    return word
  }

  return {
    seek(word) {
      const hash = wordHash(word)
      return find(hash) ?? add(hash)
    },
    find,
    clear() {
      for (const word of words) {
        word.inText = 0
        word.beside = 0
        word.otherForms = 0
        for (const run of word.runs) run.count = 0
      }
    },
  }
}
