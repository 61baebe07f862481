import { compoundParts } from '../compound-parts.js'
import { charactersOf, placeRuns, type PlacedRun } from '../script-runs.js'
import { joinedNumbers } from '../words.js'
import type { TextRange } from './text-range.js'
import { lazyPattern } from '../lazy-pattern.js'

/** What an index holds as one word, and where it stands in a text in normal form. */
export interface LocatedWord extends TextRange {
  /** As `wholeWord` takes it. */
  readonly text: string
}

/** What an index holds of a text, and where. */
export interface LocatedText {
  /** Its words in order; scripts without spaces character by character. */
  readonly words: readonly LocatedWord[]
  /** What each compound word is made of; each number without its separators. */
  readonly parts: readonly (readonly LocatedWord[])[]
}

/** Places what a run is cut into, of which nothing is left out. */
function placePieces(pieces: readonly string[], { start }: PlacedRun): LocatedWord[] {
  let end = start
  return pieces.map((text) => {
    const from = end
    end += text.length
    return { text, start: from, end }
  })
}

const digitGroups = lazyPattern(String.raw`\p{N}[\p{N},.'’_]*\p{N}`, 'gu')
const separated = lazyPattern(String.raw`[,.'’_]\p{N}{3}`, 'u')

function locateNumbers(text: string): LocatedWord[][] {
  if (!separated().test(text)) return []
  return Array.from(text.matchAll(digitGroups())).flatMap(({ 0: group, index }) =>
    joinedNumbers(group).map((number) => [{ text: number, start: index, end: index + group.length }]),
  )
}

/** Finds the words of a text in normal form as `indexWords` does, each with its place. */
export function locateWords(text: string): LocatedText {
  const words: LocatedWord[] = []
  const parts = locateNumbers(text)
  for (const run of placeRuns(text)) {
    if (run.isUnspaced)
      for (const character of placePieces(charactersOf(run.text), run)) words.push(character)
    else {
      words.push(run)
      const names = compoundParts(run.text)
      if (names.length > 0) parts.push(placePieces(names, run))
    }
  }
  return { words, parts }
}
