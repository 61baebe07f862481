import { formField, type ChunkWords, type Vocabulary } from '@recallite/store'
import { search, write, type Buckets, type Session } from '../connection/session.js'
import { countEach } from './counts.js'
import { indexed, indexedWord, indexedWords, isWord, textKey } from './index-words.js'
import { anyOf, hasForm, hasStem, isOneOf, type Query } from './match-query.js'

/** The number of stems that a prefix has in an answer. */
const maxExpansions = 256

/** The words that this process has written; emptied when there are more. */
const known = new WeakMap<Session['requests'], Set<string>>()
const maxKnown = 200_000

/** Adds words to the vocabulary. They stay in it. */
export async function addWords(session: Session, chunks: readonly ChunkWords[]): Promise<void> {
  const words = known.get(session.requests) ?? new Set()
  if (words.size > maxKnown) words.clear()
  known.set(session.requests, words)
  const all = chunks.flatMap(({ text, parts, place }) => [...text, ...parts, ...place])
  const added = indexedWords(all.flatMap(({ form, stem }) => [form, stem])).filter((word) => !words.has(word))
  const operation = (word: string) =>
    ({ kind: 'create', part: 'words', id: textKey(word), document: { word } }) as const
  await write(session, added.map(operation))
  for (const word of added) words.add(word)
}

/** Words at a time, some of which may have no chunk any more. */
const wordsAtOnce = 500

/** The words that match and have a chunk, in the order of code points. */
async function findWords(
  session: Session,
  query: Query,
  { has, max }: { has: (word: string) => Query; max: number },
) {
  const found: string[] = []
  for (let after: readonly unknown[] | undefined; ;) {
    const page = { query, size: wordsAtOnce, sort: [{ word: 'asc' }], ...(after && { search_after: after }) }
    const { hits } = await search<{ readonly word: string }>(session, 'words', page)
    const words = hits.map(({ source }) => source.word)
    const counts = await countEach(session, words.map(has))
    found.push(...words.filter((_, at) => (counts[at] ?? 0) > 0))
    after = hits.at(-1)?.sort
    if (found.length >= max || hits.length < wordsAtOnce) return found.slice(0, max)
  }
}

/** The first stems with a prefix, for `Store.readCounts`. */
export async function stemsWithPrefix(session: Session, prefix: string): Promise<string[]> {
  if (indexedWord(prefix) !== prefix) return []
  return findWords(
    session,
    { prefix: { word: prefix } },
    { has: (stem) => hasStem(stem), max: maxExpansions },
  )
}

async function findForms(session: Session, parts: readonly Query[]): Promise<string[]> {
  if (parts.length === 0) return []
  const forms = await findWords(session, anyOf(...parts), { has: (form) => hasForm(form), max: Infinity })
  return forms.filter(isWord)
}

async function countWords(session: Session, given: readonly string[], has: (word: string) => Query) {
  const words = [...new Set(given.filter(isWord))]
  const counts = await countEach(session, words.map(has))
  return new Map(words.flatMap((word, at) => (counts[at] ? [[word, counts[at]] as const] : [])))
}

interface Forms {
  readonly fields: { readonly asked: { readonly forms: { readonly buckets: readonly FormBucket[] } } }
}

interface FormBucket {
  readonly key: readonly [key: string, form: string]
  readonly doc_count: number
}

const maxForms = 1000

/** See `Vocabulary.otherForms`. */
async function otherForms(session: Session, keys: readonly string[]) {
  const multi_terms = { terms: [{ field: 'fields.key' }, { field: 'fields.text' }], size: maxForms }
  const asked = {
    filter: isOneOf('fields.key', keys.map(formField).map(indexed)),
    aggs: { forms: { multi_terms } },
  }
  const fields = { nested: { path: 'fields' }, aggs: { asked } }
  const { aggregations } = await search<unknown, Forms>(session, 'documents', { size: 0, aggs: { fields } })
  const forms = aggregations.fields.asked.forms.buckets.map(({ key: [field, form], ...bucket }) => {
    return { key: field.slice(1), form, chunks: bucket.doc_count }
  })
  return forms.toSorted((a, b) => b.chunks - a.chunks || (a.form < b.form ? -1 : 1))
}

export const createVocabulary = (session: Session): Vocabulary => ({
  chunksWithStems: (stems) => countWords(session, stems, (stem) => hasStem(stem)),
  chunksWithForms: (forms) => countWords(session, forms, (form) => hasForm(form)),
  formsWithPrefixes: (given) =>
    findForms(
      session,
      given.filter(isWord).map((prefix) => ({ prefix: { word: prefix } })),
    ),
  formsContaining: (given) =>
    findForms(
      session,
      given.filter(isWord).map((part) => ({ wildcard: { word: { value: `*${part}*` } } })),
    ),
  otherForms: (keys) => otherForms(session, keys),
})
