import { lazyPattern } from '../lazy-pattern.js'
import { editDistance } from './edit-distance.js'
import { rankSpellings, type SpellingCandidate, type SpellingSuggestion } from './rank-spellings.js'

/** A word of a query and its stems in each language of the index. */
interface SpelledWord {
  readonly form: string
  /** One for each language of the index. */
  readonly stems: readonly string[]
}

/** What spelling correction asks of an index. Answers may leave out words that no chunk holds. */
export interface SpellingVocabulary {
  /** How many chunks hold a word with each stem; up to some thousand stems a call. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How many chunks hold each form; up to some thousand forms a call. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The forms with these prefixes, and how many chunks hold each; up to some hundred prefixes a call. */
  chunksWithPrefixes(prefixes: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export interface SpellingSource {
  readonly vocabulary: SpellingVocabulary
  readonly stemWord: (form: string) => string
}

/** Asks the vocabulary once about all words; the result gives the candidates of each of them. */
type CandidateFinder = (
  words: readonly string[],
  source: SpellingSource,
) => Promise<(word: string) => SpellingCandidate[]>

const formsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const held = await vocabulary.chunksWithForms(distinct(words.flatMap(spellingVariants)))
  return (word) =>
    spellingVariants(word).flatMap((form) => {
      const chunks = held.get(form) ?? 0
      return chunks > 0 ? [{ form, stem: stemWord(form), isHeld: true, chunks }] : []
    })
}

const formsTwoEditsAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const prefixes = distinct(words.flatMap(spellingPrefixes))
  const held = prefixes.length > 0 ? [...(await vocabulary.chunksWithPrefixes(prefixes))] : []
  return (word) => {
    if (spellingPrefixes(word).length === 0) return []
    return held
      .filter(([form, chunks]) => chunks > 0 && editDistance(word, form, 2) <= 2)
      .map(([form, chunks]) => ({ form, stem: stemWord(form), isHeld: true, chunks }))
  }
}

/** Forms one edit away of which only the stem is held: `databses` where only `database` occurs. */
const stemsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const stems = words.flatMap(spellingVariants).map((form) => stemWord(form))
  const held = await vocabulary.chunksWithStems(distinct(stems))
  return (word) =>
    spellingVariants(word).flatMap((form) => {
      const stem = stemWord(form)
      const chunks = held.get(stem) ?? 0
      return chunks > 0 ? [{ form, stem, isHeld: false, chunks }] : []
    })
}

const finders = [formsOneEditAway, formsTwoEditsAway, stemsOneEditAway]

/**
 * The corrections of each word of which no chunk holds a stem, best first, by the form of the word. Words without a
 * correction and those after the eighth unknown one are left out.
 *
 * Tries forms one edit away; then, for words of at least 8 letters, forms two edits away; then forms one edit away of
 * which only the stem is held. The vocabulary is asked at most once for each, and not at all if no word can be
 * corrected.
 */
export async function suggestSpellings(
  words: readonly SpelledWord[],
  source: SpellingSource,
): Promise<Map<string, SpellingSuggestion[]>> {
  const suggestions = new Map<string, SpellingSuggestion[]>()
  const unknown = await unknownForms(words, source.vocabulary)
  for (const findCandidates of finders) {
    const rest = unknown.filter((form) => !suggestions.has(form))
    if (rest.length === 0) break
    const candidatesOf = await findCandidates(rest, source)
    for (const form of rest) {
      const ranked = rankSpellings(form, candidatesOf(form))
      if (ranked.length > 0) suggestions.set(form, ranked)
    }
  }
  return suggestions
}

/** A query with more unknown words is another language or pasted text. */
const mostUnknownWords = 8

async function unknownForms(
  words: readonly SpelledWord[],
  vocabulary: SpellingVocabulary,
): Promise<string[]> {
  const spelled = words.filter(({ form }) => isSpelledWord(form))
  if (spelled.length === 0) return []
  const chunks = await vocabulary.chunksWithStems(distinct(spelled.flatMap(({ stems }) => stems)))
  const unknown = spelled.filter(({ stems }) => stems.every((stem) => (chunks.get(stem) ?? 0) === 0))
  return distinct(unknown.map(({ form }) => form)).slice(0, mostUnknownWords)
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** Nearly everything shorter is one letter from another word: `cat` from `car`, `can` and `hat`. */
const fewestLetters = 4
/** A longer run of letters is not a typed word and would have thousands of variants. */
const mostLetters = 32

/**
 * Whether a word can be corrected: 4 to 32 letters of one alphabetic script. Identifiers, hashes and numbers cannot: another
 * digit is another code.
 * @param word folded
 */
export function isSpelledWord(word: string): boolean {
  return word.length >= fewestLetters && word.length <= mostLetters && alphabetOf(word).length > 0
}

/**
 * Every string one edit away from a word (optimal string alignment): a letter deleted, two neighbours swapped, a letter replaced,
 * a letter inserted; in this order, without repeats. At most 53 × letters + 25 for a word in a to z; none for words that are not
 * `isSpelledWord`.
 * @param word folded
 */
export function spellingVariants(word: string): string[] {
  if (!isSpelledWord(word)) return []
  const alphabet = alphabetOf(word)
  const letters = [...word]
  const positions = letters.map((letter, at) => ({
    before: letters.slice(0, at).join(''),
    letter,
    next: letters[at + 1] ?? '',
    after: letters.slice(at + 1).join(''),
  }))
  const variants = new Set([
    ...positions.map(({ before, after }) => before + after),
    ...positions
      .slice(0, -1)
      .map(({ before, letter, next, after }) => before + next + letter + after.slice(next.length)),
    ...positions.flatMap(({ before, after }) => alphabet.map((letter) => before + letter + after)),
    ...positions.flatMap(({ before, letter, after }) =>
      alphabet.map((added) => before + added + letter + after),
    ),
    ...alphabet.map((added) => word + added),
  ])
  variants.delete(word)
  return [...variants]
}

/** Two edits leave too little of a shorter word. */
const shortestTwiceMisspelled = 8
const prefixLetters = 4

/**
 * The beginnings of the words within two edits of a word of at least 8 letters: its first four letters, and those of every
 * variant of its first five; about 180 for a word in a to z. Misses words whose edits are both in the first five letters.
 * @returns in a fixed order, without repeats; none for words that are shorter or not `isSpelledWord`
 */
export function spellingPrefixes(word: string): string[] {
  if (word.length < shortestTwiceMisspelled || !isSpelledWord(word)) return []
  const beginnings = [word, ...spellingVariants(word.slice(0, prefixLetters + 1))]
  return [...new Set(beginnings.map((beginning) => beginning.slice(0, prefixLetters)))]
}

/**
 * Scripts whose words are spelled with letters, so that a wrong letter is a typo, without the letters that folding replaces: й by
 * и, ς by σ.
 */
const alphabets: readonly (readonly [script: string, letters: string])[] = [
  ['Latin', 'abcdefghijklmnopqrstuvwxyz'],
  ['Cyrillic', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'],
  ['Greek', 'αβγδεζηθικλμνξοπρστυφχψω'],
]
const scripts = alphabets.map(([script, letters]) => ({
  pattern: lazyPattern(String.raw`^(?:(?=\p{L})\p{Script=${script}})+$`, 'u'),
  letters,
}))

/**
 * The letters that may be missing from a word or wrong in it: those of its script, and unusual ones of its own (`ß`, `ø`). Empty
 * for words of mixed or other scripts and with other characters than letters.
 */
function alphabetOf(word: string): readonly string[] {
  const script = scripts.find(({ pattern }) => pattern().test(word))
  return script ? [...new Set([...script.letters, ...word])] : []
}
