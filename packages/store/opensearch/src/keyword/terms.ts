import { search, type Session } from '../connection/session.js'
import { indexedWord } from './index-words.js'
import { anyOf, isOneOf, type Query } from './match-query.js'

type Field = 'stems' | 'forms'

interface TermBuckets {
  readonly terms: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] }
}

/** Letters, marks and digits need no escape in a pattern. */
const escapeAll = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '\\$&')

/** The terms of a field with a prefix, in the order of code points. */
export async function termsWith(
  session: Session,
  field: Field,
  { prefix, size }: { readonly prefix: string; readonly size: number },
): Promise<string[]> {
  if (indexedWord(prefix) !== prefix) return []
  // Without the group, a prefix after the last term is an error of the server.
  const include = `${escapeAll(prefix)}(.*)`
  const buckets = await readTerms(
    session,
    { prefix: { [field]: prefix } },
    { field, include, size, order: { _key: 'asc' } },
  )
  return buckets.map(({ key }) => key)
}

async function readTerms(
  session: Session,
  query: Query,
  terms: object,
): Promise<TermBuckets['terms']['buckets']> {
  const body = { size: 0, query, aggs: { terms: { terms } } }
  return (await search<unknown, TermBuckets>(session, session.index('chunks'), body)).aggregations.terms
    .buckets
}

/** Whether a text consists of letters, marks and digits. */
const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

const wordsAtOnce = 1000

/** See `Vocabulary.chunksWithStems` and `chunksWithForms`. */
export async function chunksWith(
  session: Session,
  field: Field,
  given: readonly string[],
): Promise<Map<string, number>> {
  const words = [...new Set(given.filter((word) => isWord(word) && indexedWord(word) === word))]
  const counts = new Map<string, number>()
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const include = words.slice(from, from + wordsAtOnce)
    const buckets = await readTerms(session, isOneOf(field, include), { field, include, size: wordsAtOnce })
    for (const { key, doc_count } of buckets) counts.set(key, doc_count)
  }
  return counts
}

/** The server's maximum number of terms in an answer is 65,535. */
const maxTerms = 50_000

/** See `Vocabulary.formsWithPrefixes`. */
export async function formsWithPrefixes(session: Session, given: readonly string[]): Promise<string[]> {
  const forms = new Set<string>()
  for (const prefix of new Set(given.filter(isWord)))
    for (const form of await termsWith(session, 'forms', { prefix, size: maxTerms }))
      if (isWord(form)) forms.add(form)
  return [...forms]
}

/** See `Vocabulary.formsContaining`. */
export async function formsContaining(session: Session, given: readonly string[]): Promise<string[]> {
  const parts = given.filter((part) => isWord(part) && indexedWord(part) === part)
  if (parts.length === 0) return []
  const containing = parts.map((part) => ({ wildcard: { forms: { value: `*${part}*` } } }))
  const include = `(.*)(${parts.map(escapeAll).join('|')})(.*)`
  const buckets = await readTerms(session, anyOf(containing), { field: 'forms', include, size: maxTerms })
  return buckets.map(({ key }) => key).filter(isWord)
}
