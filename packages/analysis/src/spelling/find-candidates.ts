import { editDistance } from './edit-distance.js'
import type { SpellingCandidate } from './rank-spellings.js'
import { spellingPrefixes } from './spelling-prefixes.js'
import { spellingVariants } from './spelling-variants.js'

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
export type Stemmer = (form: string) => string

/** What candidates are taken from: the vocabulary, and what made its stems. */
export interface SpellingSource {
  readonly vocabulary: SpellingVocabulary
  readonly stemWord: Stemmer
}

/** Asks the vocabulary once for some words, and gives each word's candidates. */
export type CandidateFinder = (
  words: readonly string[],
  source: SpellingSource,
) => Promise<Map<string, SpellingCandidate[]>>

/** Forms one edit away that some chunk holds. */
export const formsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
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
export const formsTwoEditsAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
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
export const stemsOneEditAway: CandidateFinder = async (words, { vocabulary, stemWord }) => {
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

function mapOf<Value>(words: readonly string[], valueOf: (word: string) => Value): Map<string, Value> {
  return new Map(words.map((word) => [word, valueOf(word)]))
}

function allOf(values: ReadonlyMap<string, readonly string[]>): string[] {
  return [...new Set([...values.values()].flat())]
}
