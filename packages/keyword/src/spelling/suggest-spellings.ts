import { lazyPattern } from '../lazy-pattern.js'
import { editDistance } from './edit-distance.js'
import { rankSpellings, type SpellingCandidate, type SpellingSuggestion } from './rank-spellings.js'

/** A word of a query and its stems in each language of the index. */
interface SpelledWord {
  readonly form: string
  readonly stems: readonly string[]
}

/** What spelling correction needs from an index. Answers may omit words that no chunk contains. */
export interface SpellingVocabulary {
  /** The number of chunks with each stem; for up to some thousand stems. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The number of chunks with each form; for up to some thousand forms. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The forms with these prefixes; up to some hundred prefixes a call. */
  formsWithPrefixes(prefixes: readonly string[]): Promise<readonly string[]>
  /** The forms that contain one of these texts. */
  formsContaining(parts: readonly string[]): Promise<readonly string[]>
}

export interface SpellingSource {
  readonly vocabulary: SpellingVocabulary
  /** Returns the stems that a chunk contains, also of other vocabularies, whose words are spelled right but are not suggested. */
  readonly findStems: (stems: readonly string[]) => Promise<ReadonlySet<string>>
  readonly stemWord: (form: string) => string
  /** Whether compounds are likely; default: only if no word of the query is known. */
  readonly hasCompounds?: true | undefined
}

/** Queries the vocabulary once for all words; the result returns the candidates of each word. */
type CandidateFinder = (
  words: readonly string[],
  source: SpellingSource,
) => Promise<(word: string) => SpellingCandidate[]>

/** Finds indexed forms one edit away, or forms with only an indexed stem: `databses` where only `database` occurs. */
const oneEditAway =
  (isHeld: boolean): CandidateFinder =>
  async (words, { vocabulary, stemWord }) => {
    const keyOf = (form: string) => (isHeld ? form : stemWord(form))
    const keys = distinct(words.flatMap(spellingVariants).map(keyOf))
    const counts = await (isHeld ? vocabulary.chunksWithForms(keys) : vocabulary.chunksWithStems(keys))
    return (word) =>
      spellingVariants(word).flatMap((form) => {
        const chunks = counts.get(keyOf(form)) ?? 0
        return chunks > 0 ? [{ form, stem: stemWord(form), isHeld, chunks }] : []
      })
  }

const formsTwoEditsAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const prefixes = distinct(words.flatMap(spellingPrefixes))
  const forms = prefixes.length > 0 ? await vocabulary.formsWithPrefixes(prefixes) : []
  // Shorter words have no prefixes.
  const long = words.filter((word) => spellingPrefixes(word).length > 0)
  const near = new Map(long.map((word) => [word, forms.filter((form) => editDistance(word, form, 2) <= 2)]))
  const all = distinct([...near.values()].flat())
  const held = all.length > 0 ? await vocabulary.chunksWithForms(all) : new Map<string, number>()
  return (word) =>
    (near.get(word) ?? []).flatMap((form) => {
      const chunks = held.get(form) ?? 0
      return chunks > 0 ? [{ form, stem: stemWord(form), isHeld: true, chunks }] : []
    })
}

/** Parts of a compound have at least three letters; endings and linking letters are no more. */
const compoundLetters = 3
const maxCompounds = 16

/** The compounds that begin or end with each word or its English stem, or have at least six letters of it; the most frequent first. */
async function compoundsWith(words: readonly string[], { vocabulary, stemWord }: SpellingSource) {
  const stemOf = (word: string) => (stemWord(word).length < minLetters ? word : stemWord(word))
  const forms = await vocabulary.formsContaining(words.map(stemOf))
  const chunks = forms.length > 0 ? await vocabulary.chunksWithForms(forms) : new Map<string, number>()
  return (word: string): SpellingSuggestion[] =>
    [...chunks]
      .filter(([form]) => isCompound(form, word, form.lastIndexOf(stemOf(word))))
      .toSorted(([a, chunksOfA], [b, chunksOfB]) => chunksOfB - chunksOfA || (a < b ? -1 : 1))
      .slice(0, maxCompounds)
      .map(([form]) => ({ form, stem: stemWord(form), plausibility: 0 }))
}

function isCompound(form: string, word: string, start: number): boolean {
  const others = form.length - word.length
  if (start === 0) return others >= compoundLetters
  return start >= compoundLetters && (others - start <= compoundLetters || word.length >= 2 * compoundLetters)
}

const finders = [oneEditAway(true), formsTwoEditsAway, oneEditAway(false)]

/**
 * The corrections, best first, of each word without an indexed stem, by the form of the word. Words without a correction and
 * those after the eighth unknown one are omitted. Tries forms one edit away; then, for words of at least 8 letters, forms two
 * edits away; then forms one edit away with only an indexed stem. Compounds with the word (`auszug`, `kontoauszug`) follow; in English
 * only if no word is known or corrected, because they often mean something else (`working`, `framework`).
 */
export async function suggestSpellings(
  words: readonly SpelledWord[],
  source: SpellingSource,
): Promise<ReadonlyMap<string, readonly SpellingSuggestion[]>> {
  const unknown = await unknownForms(words, source)
  const corrections = await correctionsOf(unknown, source)
  const isLost = corrections.size === 0 && unknown.length === distinct(words.map(({ form }) => form)).length
  if (unknown.length === 0 || !(source.hasCompounds ?? isLost)) return corrections
  const compoundsOf = await compoundsWith(unknown, source)
  const all = unknown.map((form) => [form, [...(corrections.get(form) ?? []), ...compoundsOf(form)]] as const)
  return new Map(all.filter(([, suggestions]) => suggestions.length > 0))
}

async function correctionsOf(unknown: readonly string[], source: SpellingSource) {
  const corrections = new Map<string, SpellingSuggestion[]>()
  for (const findCandidates of finders) {
    const rest = unknown.filter((form) => !corrections.has(form))
    if (rest.length === 0) break
    const candidatesOf = await findCandidates(rest, source)
    for (const form of rest) {
      const ranked = rankSpellings(form, candidatesOf(form))
      if (ranked.length > 0) corrections.set(form, ranked)
    }
  }
  return corrections
}

/** A query with more unknown words is another language or pasted text. */
const maxUnknownWords = 8

async function unknownForms(words: readonly SpelledWord[], { findStems }: SpellingSource): Promise<string[]> {
  const spelled = words.filter(({ form }) => isSpelledWord(form))
  if (spelled.length === 0) return []
  const found = await findStems(distinct(spelled.flatMap(({ stems }) => stems)))
  const unknown = spelled.filter(({ stems }) => !stems.some((stem) => found.has(stem)))
  return distinct(unknown.map(({ form }) => form)).slice(0, maxUnknownWords)
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** Almost any shorter word is one letter from another: `cat` from `car`, `can` and `hat`. */
const minLetters = 4
/** A longer run of letters is not a typed word and would have thousands of variants. */
const maxLetters = 32

/**
 * Whether a word can be corrected: 4 to 32 letters of one alphabetic script. In identifiers, hashes and numbers another digit is
 * another code.
 * @param word folded
 */
export function isSpelledWord(word: string): boolean {
  return word.length >= minLetters && word.length <= maxLetters && alphabetOf(word).length > 0
}

/**
 * The distinct strings one edit away from a word (optimal string alignment), in this order: a letter deleted, two neighbours
 * swapped, a letter replaced, a letter inserted. Up to 53 × letters + 25 for a word in a to z; none for words that are not
 * `isSpelledWord`.
 * @param word folded
 */
export function spellingVariants(word: string): string[] {
  if (!isSpelledWord(word)) return []
  const alphabet = alphabetOf(word)
  const splits = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  )
  const positions = splits.slice(0, -1)
  const variants = new Set([
    ...positions.map(([before, after]) => before + after.slice(1)),
    ...positions
      .slice(0, -1)
      .map(([before, after]) => before + after.charAt(1) + after.charAt(0) + after.slice(2)),
    ...positions.flatMap(([before, after]) => alphabet.map((letter) => before + letter + after.slice(1))),
    ...splits.flatMap(([before, after]) => alphabet.map((added) => before + added + after)),
  ])
  variants.delete(word)
  return [...variants]
}

/** Two edits leave too little of a shorter word. */
const minLettersForTwoEdits = 8
const prefixLetters = 4

/**
 * The distinct beginnings of words within two edits of a word of at least 8 letters, in a fixed order: its first four letters,
 * and those of every variant of its first five; about 180 in a to z. Misses two edits within the first five letters. None for
 * words that are shorter or not `isSpelledWord`.
 */
export function spellingPrefixes(word: string): string[] {
  if (word.length < minLettersForTwoEdits || !isSpelledWord(word)) return []
  const beginnings = [word, ...spellingVariants(word.slice(0, prefixLetters + 1))]
  return [...new Set(beginnings.map((beginning) => beginning.slice(0, prefixLetters)))]
}

/** Scripts in which a wrong letter is a typo, without the letters that folding replaces: й by и, ς by σ. */
const alphabets: readonly (readonly [script: string, letters: string])[] = [
  ['Latin', 'abcdefghijklmnopqrstuvwxyz'],
  ['Cyrillic', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'],
  ['Greek', 'αβγδεζηθικλμνξοπρστυφχψω'],
]
const scripts = alphabets.map(([script, letters]) => ({
  pattern: lazyPattern(String.raw`^(?:(?=\p{L})\p{Script=${script}})+$`, 'u'),
  letters,
}))

/** The letters of a word's script, and its own unusual ones (`ß`, `ø`); none for mixed or other scripts and characters. */
function alphabetOf(word: string): readonly string[] {
  const script = scripts.find(({ pattern }) => pattern().test(word))
  return script ? [...new Set([...script.letters, ...word])] : []
}
