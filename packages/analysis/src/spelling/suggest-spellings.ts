import distanceOf from 'damerau-levenshtein'
import { rankSpellings, type SpellingCandidate, type SpellingSuggestion } from './rank-spellings.js'
import { isSpelledWord, spellingPrefixes, spellingVariants } from './spelling-variants.js'

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

type CandidateFinder = (
  words: readonly string[],
  source: SpellingSource,
) => Promise<Map<string, SpellingCandidate[]>>

const formsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const variants = mapOf(words, spellingVariants)
  const held = await vocabulary.chunksWithForms(allOf(variants))
  return mapOf(words, (word) =>
    (variants.get(word) ?? []).flatMap((form) => {
      const chunks = held.get(form) ?? 0
      return chunks > 0 ? [{ form, stem: stemWord(form), isHeld: true, chunks }] : []
    }),
  )
}

const formsTwoEditsAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const prefixes = mapOf(words, spellingPrefixes)
  const asked = allOf(prefixes)
  const held = asked.length > 0 ? [...(await vocabulary.chunksWithPrefixes(asked))] : []
  return mapOf(words, (word) => {
    if (prefixes.get(word)?.length === 0) return []
    return held
      .filter(([form, chunks]) => chunks > 0 && isWithinTwoEdits(word, form))
      .map(([form, chunks]) => ({ form, stem: stemWord(form), isHeld: true, chunks }))
  })
}

/** Forms one edit away of which only the stem is held: `databses` where only `database` occurs. */
const stemsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const readings = mapOf(words, (word) =>
    spellingVariants(word).map((form) => ({ form, stem: stemWord(form), isHeld: false })),
  )
  const stems = [...readings.values()].flat().map(({ stem }) => stem)
  const held = await vocabulary.chunksWithStems([...new Set(stems)])
  return mapOf(words, (word) =>
    (readings.get(word) ?? []).flatMap((reading) => {
      const chunks = held.get(reading.stem) ?? 0
      return chunks > 0 ? [{ ...reading, chunks }] : []
    }),
  )
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
    for (const [form, candidates] of await findCandidates(rest, source)) {
      const ranked = rankSpellings(form, candidates)
      if (ranked.length > 0) suggestions.set(form, ranked)
    }
  }
  return suggestions
}

/** Whether two words are at most two edits apart (optimal string alignment). Comparing lengths first halves the time. */
export function isWithinTwoEdits(word: string, form: string): boolean {
  return Math.abs(word.length - form.length) <= 2 && distanceOf(word, form).steps <= 2
}

/** A query with more unknown words is another language or pasted text. */
const mostUnknownWords = 8

async function unknownForms(
  words: readonly SpelledWord[],
  vocabulary: SpellingVocabulary,
): Promise<string[]> {
  const spelled = words.filter(({ form }) => isSpelledWord(form))
  if (spelled.length === 0) return []
  const chunks = await vocabulary.chunksWithStems([...new Set(spelled.flatMap(({ stems }) => stems))])
  const unknown = spelled.filter(({ stems }) => stems.every((stem) => (chunks.get(stem) ?? 0) === 0))
  return [...new Set(unknown.map(({ form }) => form))].slice(0, mostUnknownWords)
}

function mapOf<Value>(words: readonly string[], valueOf: (word: string) => Value): Map<string, Value> {
  return new Map(words.map((word) => [word, valueOf(word)]))
}

function allOf(values: ReadonlyMap<string, readonly string[]>): string[] {
  return [...new Set([...values.values()].flat())]
}
