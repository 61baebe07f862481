import { rankSpellings, type SpellingCandidate, type SpellingSuggestion } from './rank-spellings.js'
import { isSpelledWord, spellingPrefixes, spellingVariants } from './spelling-variants.js'

/** A word of a question as an index knows words. */
interface SpelledWord {
  /** Folded: lower case, without diacritics. */
  readonly form: string
  /** One for each language of the index. */
  readonly stems: readonly string[]
}

/**
 * What an index must tell of its vocabulary so that misspelled words can be read. Words that no chunk holds may be left
 * out of every answer.
 */
export interface SpellingVocabulary {
  /** How many chunks hold a word with each of these stems; some thousand in one call. */
  chunksWithStems(stems: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How many chunks hold each of these forms; some thousand in one call. */
  chunksWithForms(forms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Every form that begins with any of these prefixes, and how many chunks hold it; some hundred in one call. */
  chunksWithPrefixes(prefixes: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** The stem of a folded word; the word itself where it has no other. */
type Stemmer = (form: string) => string

/** What candidates are taken from: the vocabulary, and what made its stems. */
export interface SpellingSource {
  readonly vocabulary: SpellingVocabulary
  readonly stemWord: Stemmer
}

/** Asks the vocabulary once for some words, and gives each word's candidates. */
type CandidateFinder = (
  words: readonly string[],
  source: SpellingSource,
) => Promise<Map<string, SpellingCandidate[]>>

/** Forms one edit away that some chunk holds. */
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

/** Forms up to two edits away that some chunk holds, for words long enough to have prefixes. */
const formsTwoEditsAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
  const prefixes = mapOf(words, spellingPrefixes)
  const asked = allOf(prefixes)
  const held = asked.length > 0 ? [...(await vocabulary.chunksWithPrefixes(asked))] : []
  return mapOf(words, (word) => {
    if (prefixes.get(word)?.length === 0) return []
    return held
      .filter(([form, chunks]) => chunks > 0 && editDistance(word, form, 2) <= 2)
      .map(([form, chunks]) => ({ form, stem: stemWord(form), isHeld: true, chunks }))
  })
}

/** Forms one edit away that no chunk may hold, but whose stem some do: `databses` where only `database` stands. */
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

/**
 * The distance of two words in optimal string alignment: the fewest letters left out, put in, replaced, or swapped
 * with their neighbour that turn one into the other, no stretch being edited twice (`ca` and `abc` stand 3 apart).
 * Counted in UTF-16 units. Only cells within `most` of the diagonal are worked out, and none after the first row that
 * has nothing below `most + 1`. Source: Boytsov, “Indexing methods for approximate dictionary searching”, ACM Journal
 * of Experimental Algorithmics 16 (2011), 2.1.
 *
 * @param most the largest distance of interest; `most + 1` stands for every larger one
 */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  const beyond = most + 1
  let earlier: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, beyond))
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, beyond, row, above, earlier })
    if (current.every((distance) => distance >= beyond)) return beyond
    earlier = above
    above = current
  }
  return above[b.length] ?? beyond
}

/** Of more unknown words the rest is left alone: that is another language or a paste, not typos. */
const mostRescuedWords = 8

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

interface Row {
  readonly a: string
  readonly b: string
  readonly beyond: number
  readonly row: number
  readonly above: readonly number[]
  readonly earlier: readonly number[]
}

function nextRow({ a, b, beyond, row, above, earlier }: Row): number[] {
  const current = Array.from({ length: b.length + 1 }, () => beyond)
  current[0] = Math.min(row, beyond)
  const last = Math.min(b.length, row + beyond - 1)
  for (let column = Math.max(1, row - beyond + 1); column <= last; column += 1) {
    const same = a[row - 1] === b[column - 1]
    let least = (above[column - 1] ?? beyond) + (same ? 0 : 1)
    least = Math.min(least, (above[column] ?? beyond) + 1, (current[column - 1] ?? beyond) + 1)
    const swap = !same && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
    if (swap) least = Math.min(least, (earlier[column - 2] ?? beyond) + 1)
    current[column] = Math.min(least, beyond)
  }
  return current
}

function mapOf<Value>(words: readonly string[], valueOf: (word: string) => Value): Map<string, Value> {
  return new Map(words.map((word) => [word, valueOf(word)]))
}

function allOf(values: ReadonlyMap<string, readonly string[]>): string[] {
  return [...new Set([...values.values()].flat())]
}
