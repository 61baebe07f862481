import { formField, type NewChunk, type Vocabulary } from '@recallite/store'
import { aggregate, scan, write, type Buckets, type Session } from '../connection/session.js'
import { indexed, indexedWord, indexedWords, isWord, textKey } from './index-words.js'
import { anyOf, hasForm, hasStem, isOneOf, type Query } from './match-query.js'

const maxAdded = 200_000

/** Adds the words of chunks to the vocabulary. They stay in it. */
export async function addWords(session: Session, chunks: readonly NewChunk[]): Promise<void> {
  const { addedWords } = session
  if (addedWords.size > maxAdded) addedWords.clear()
  const all = chunks.flatMap(({ words: { text, parts, place } }) => [...text, ...parts, ...place])
  const words = indexedWords(all.flatMap(({ form, stem }) => [form, stem]))
  const added = words.filter((word) => !addedWords.has(word))
  const operations = added.map((word) => {
    return { kind: 'create', part: 'words', id: textKey(word), document: { word } } as const
  })
  await write(session, operations)
  for (const word of added) addedWords.add(word)
}

const countedAtOnce = 500

/** The number of chunks for each query. */
export async function countEach(session: Session, queries: readonly Query[]): Promise<number[]> {
  const counts: number[] = []
  for (let from = 0; from < queries.length; from += countedAtOnce) {
    const aggs = { each: { filters: { filters: queries.slice(from, from + countedAtOnce) } } }
    const { each } = await aggregate<{ each: Buckets }>(session, 'chunks', { aggs })
    counts.push(...each.buckets.map((bucket) => bucket.doc_count))
  }
  return counts
}

type Selection = { readonly has: (word: string) => Query; readonly max: number }

/** The words that match and have a chunk, in the order of code points. */
async function findWords(session: Session, query: Query, { has, max }: Selection): Promise<string[]> {
  const words: string[] = []
  const pages = { query, size: countedAtOnce, sort: [{ word: 'asc' }] }
  for await (const hits of scan<{ readonly word: string }>(session, 'words', pages)) {
    const page = hits.map(({ _source }) => _source.word)
    const counts = await countEach(session, page.map(has))
    words.push(...page.filter((_, at) => counts[at]))
    if (words.length >= max) break
  }
  return words.slice(0, max)
}

/** The number of stems that a prefix has in an answer. */
const maxExpansions = 256

/** The first stems with a prefix, for `Store.readCounts`. */
export async function stemsWithPrefix(session: Session, prefix: string): Promise<string[]> {
  if (indexedWord(prefix) !== prefix) return []
  const query = { prefix: { word: prefix } }
  return findWords(session, query, { has: (stem) => hasStem(stem), max: maxExpansions })
}

async function findForms(session: Session, texts: readonly string[], toQuery: (text: string) => Query) {
  const queries = texts.filter(isWord).map(toQuery)
  if (queries.length === 0) return []
  return (await findWords(session, anyOf(...queries), { has: hasForm, max: Infinity })).filter(isWord)
}

async function countWords(session: Session, texts: readonly string[], has: (word: string) => Query) {
  const words = [...new Set(texts.filter(isWord))]
  const counts = await countEach(session, words.map(has))
  return new Map(words.flatMap((word, at) => (counts[at] ? [[word, counts[at]] as const] : [])))
}

const maxForms = 1000

export const createVocabulary = (session: Session): Vocabulary => ({
  chunksWithStems: (stems) => countWords(session, stems, (stem) => hasStem(stem)),
  chunksWithForms: (forms) => countWords(session, forms, hasForm),
  formsWithPrefixes: (prefixes) => findForms(session, prefixes, (word) => ({ prefix: { word } })),
  formsContaining: (parts) =>
    findForms(session, parts, (part) => ({ wildcard: { word: { value: `*${part}*` } } })),
  async otherForms(keys) {
    const multi_terms = { terms: [{ field: 'fields.key' }, { field: 'fields.text' }], size: maxForms }
    const filter = isOneOf('fields.key', keys.map(formField).map(indexed))
    const ofKeys = { filter, aggs: { forms: { multi_terms } } }
    const aggs = { fields: { nested: { path: 'fields' }, aggs: { ofKeys } } }
    type Forms = Buckets<unknown, readonly [field: string, form: string]>
    type Results = { readonly fields: { readonly ofKeys: { readonly forms: Forms } } }
    const { fields } = await aggregate<Results>(session, 'documents', { aggs })
    const forms = fields.ofKeys.forms.buckets.map(({ key: [field, form], doc_count: chunks }) => {
      return { key: field.slice(1), form, chunks }
    })
    return forms.toSorted((a, b) => b.chunks - a.chunks || (a.form < b.form ? -1 : 1))
  },
})
