import { lazyPattern } from '../lazy-pattern.js'
import { charactersOf, type PlacedRun, placeRuns } from '../script-runs.js'
import { invisible, normalise } from '../word-forms.js'
import { compoundParts, joinedNumbers, joinedWords } from '../words.js'
import { joiningCharacters, type TextRange } from './text-range.js'

/** An indexed word and its range in a normalised text. */
export interface LocatedWord extends TextRange {
  readonly text: string
}

/**
 * Finds the words of a normalised text as `indexWords` does, with their ranges. The first list has all words in order, one per character
 * in scripts without spaces; the others are the parts of each compound, each emoji and name with signs, and each number and word without
 * separators.
 */
export function locateWords(text: string): readonly (readonly LocatedWord[])[] {
  const words: LocatedWord[] = []
  const parts = locateJoined(text)
  for (const run of placeRuns(text)) {
    if (run.isUnspaced)
      for (const character of placePieces(charactersOf(run.text), run)) words.push(character)
    else if (run.isSymbol) parts.push([run])
    else {
      words.push(run)
      const names = compoundParts(run.text)
      if (names.length > 0) parts.push(placePieces(names, run))
    }
  }
  return [words, ...parts]
}

/** A normalised text, and the range of the source for each of its positions. */
interface NormalisedText {
  readonly text: string
  readonly sourceOf: (index: number) => TextRange
}

/** Characters whose normal form is always one character. */
const lasting =
  '\\0-\\x7f\\xb7\\xc0-\\xff\\u0410-\\u044f\\u2013\\u2014\\u2018-\\u201e\\u2022\\u3000-\\u3002\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uff01-\\uff5e'
const oneByOne = new RegExp(`^[${lasting}]*$`)
/** The ellipsis, in most snippets, always has a normal form of three characters. */
const oneByOneOrDots = new RegExp(`^[${lasting}…]*$`)

/** A part that is unchanged or mapped as a whole. */
interface Stretch {
  readonly index: number
  readonly source: number
  readonly sourceLength: number
  readonly isSame: boolean
}

const noStretch: Stretch = { index: 0, source: 0, sourceLength: 0, isSame: true }

/** Normalises a text, and maps every position of the result to the source. */
export function normaliseText(text: string): NormalisedText {
  const normalised = normalise(text)
  if (normalised === text || oneByOne.test(text)) {
    return { text: normalised, sourceOf: (start) => ({ start, end: start + 1 }) }
  }
  const stretches: Stretch[] = []
  let normal = ''
  let position = 0
  for (const { source, form } of partsOf(text)) {
    const isSame = form === source
    if (form !== '')
      stretches.push({ index: normal.length, source: position, sourceLength: source.length, isSame })
    normal += form
    position += source.length
  }
  return {
    text: normal,
    sourceOf(at) {
      const stretch = stretches.findLast(({ index }) => index <= at)
      const { isSame, index, source, sourceLength } = stretch ?? noStretch
      const start = isSame ? source + at - index : source
      return { start, end: isSame ? start + 1 : source + sourceLength }
    },
  }
}

function locateJoined(text: string): LocatedWord[][] {
  if (!/[,.'’_]\p{N}{3}|['’]/u.test(text)) return []
  return Array.from(text.matchAll(/\p{N}[\p{N},.'’_]*\p{N}|\p{L}[\p{L}\p{M}'’]*/gu)).flatMap(
    ({ 0: group, index }) =>
      [...joinedNumbers(group), ...joinedWords(group)].map((joined) => [
        { text: joined, start: index, end: index + group.length },
      ]),
  )
}

function placePieces(pieces: readonly string[], { start }: PlacedRun): LocatedWord[] {
  let end = start
  return pieces.map((text) => {
    const from = end
    end += text.length
    return { text, start: from, end }
  })
}

/** Letters that compose syllables with their neighbours. */
const hangulLetters = '\\u1100-\\u11ff\\u3131-\\u318e\\ud7b0-\\ud7fb\\uffa0-\\uffdc'
const joining = `(?:[${joiningCharacters}${hangulLetters}]|${invisible})`
/** Parts that normalise independently; runs of unchanged letters and punctuation are one part. */
const independent = lazyPattern(
  `[\\0-\\x7f\\xb7\\u2013\\u2014\\u2018-\\u201e\\p{L}]+(?!${joining})|[^]${joining}*`,
  'gu',
)
const single = lazyPattern(`[^]${joining}*`, 'gu')

function* partsOf(text: string): Generator<{ source: string; form: string }> {
  // The general patterns take milliseconds to compile.
  const [part, character] = oneByOneOrDots.test(text) ? [/…|[^…]+/gu, /[^]/gu] : [independent(), single()]
  for (const [source] of text.matchAll(part)) {
    const form = normalise(source)
    if (form === source) yield { source, form }
    else for (const piece of source.match(character) ?? []) yield { source: piece, form: normalise(piece) }
  }
}
