import {
  formsOneEditAway,
  formsTwoEditsAway,
  stemsOneEditAway,
  type SpellingSource,
  type SpellingVocabulary,
} from './find-candidates.js'
import { rankSpellings, type SpellingSuggestion } from './rank-spellings.js'
import { isSpelledWord } from './spelling-variants.js'

/** A word of a question as an index knows words. */
export interface SpelledWord {
  /** Folded: lower case, without diacritics. */
  readonly form: string
  /** One for each language of the index. */
  readonly stems: readonly string[]
}

/** Of more unknown words the rest is left alone: that is another language or a paste, not typos. */
const mostRescuedWords = 8

/** The first that leads to a suggestion counts. */
const finders = [formsOneEditAway, formsTwoEditsAway, stemsOneEditAway]

/**
 * For each word of which no chunk holds a stem: what it plausibly stands for, best first, as `rankSpellings` has it, by the
 * word's form. Words without a suggestion, and those after the eighth unknown one, are left out.
 *
 * Looked for are forms one edit away; for words of at least 8 letters still without a suggestion, forms two edits away;
 * for words still without, forms one edit away of which only the stem is held. The vocabulary is asked for each of
 * these at most once, whatever the number of words, and not at all if no word may be misspelled (`isSpelledWord`).
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

async function unknownForms(
  words: readonly SpelledWord[],
  vocabulary: SpellingVocabulary,
): Promise<string[]> {
  const spelled = words.filter(({ form }) => isSpelledWord(form))
  if (spelled.length === 0) return []
  const chunks = await vocabulary.chunksWithStems([...new Set(spelled.flatMap(({ stems }) => stems))])
  const unknown = spelled.filter(({ stems }) => stems.every((stem) => (chunks.get(stem) ?? 0) === 0))
  return [...new Set(unknown.map(({ form }) => form))].slice(0, mostRescuedWords)
}
