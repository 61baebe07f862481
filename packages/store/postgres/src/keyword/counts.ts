import { formField } from '@recallite/store'
import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import type { Session } from '../connection/connections.js'
import { indexedStart, isOfKind, sortedLength } from '../connection/schema.js'
import { createBinder, keyList } from '../connection/values.js'
import { readTotals, type Totals } from '../documents/totals.js'
import { isWordOf, matchSql, prefixSql } from './match-sql.js'
import { wordKey } from './word-key.js'

const maxExpansions = 256
const maxCached = 10_000

type WordCounts = Record<'stem' | 'form', Map<string, number>> & { languages?: readonly string[] }

/** Creates `Store.readCounts`, which caches the counts of words and the languages until the next write. */
export function createCounts() {
  let cache: WordCounts = { stem: new Map(), form: new Map() }
  let countedAt = ''
  return async (session: Session, request: CountRequest): Promise<CollectionCounts> => {
    const totals = await readTotals(session)
    const isFull = cache.stem.size + cache.form.size > maxCached
    if (totals.moment !== countedAt || isFull) cache = { stem: new Map(), form: new Map() }
    countedAt = totals.moment
    const counts = cache
    const add = async (as: 'stem' | 'form', words: readonly string[]) => {
      const missing = words.filter((word) => !counts[as].has(word))
      const counted = await countWords(session, missing, as)
      for (const word of missing) counts[as].set(word, counted.get(word) ?? 0)
    }
    const { queries = [], forms = [] } = request
    const stems = queries.flatMap((query) => (query.kind === 'word' ? [query.stem] : []))
    await add('stem', stems)
    await add('form', forms)
    counts.languages ??= await readLanguages(session)
    return readCounts(session, request, { ...totals, ...counts })
  }
}

async function readCounts(
  session: Session,
  { queries = [], forms = [], prefixes = [] }: CountRequest,
  { chunks, words, stem, form, languages = [] }: Totals & WordCounts,
): Promise<CollectionCounts> {
  const counts: number[] = []
  for (const query of queries) {
    counts.push(query.kind === 'word' ? (stem.get(query.stem) ?? 0) : await countMatches(session, query))
  }
  const expansions: string[][] = []
  for (const prefix of prefixes) expansions.push(await wordsWithPrefix(session, prefix, 'stem'))
  return {
    chunks,
    meanLength: chunks > 0 ? words / chunks : 0,
    languages,
    counts,
    formCounts: forms.map((word) => form.get(word) ?? 0),
    expansions,
  }
}

/** See `Vocabulary.chunksWithStems` and `chunksWithForms`. */
export const chunksWithWords = (session: Session, words: readonly string[], as: 'stem' | 'form') =>
  countWords(session, words.filter(isWord), as)

/** See `Vocabulary.formsWithPrefixes`. */
export async function formsWithPrefixes(session: Session, prefixes: readonly string[]): Promise<string[]> {
  const forms = new Set<string>()
  for (const prefix of new Set(prefixes.filter(isWord)))
    for (const form of await wordsWithPrefix(session, prefix, 'form')) if (isWord(form)) forms.add(form)
  return [...forms]
}

/** See `Vocabulary.formsContaining`. */
export async function formsContaining(
  { s, kind, query }: Session,
  parts: readonly string[],
): Promise<string[]> {
  const { rows } = await query<{ text: string }>(
    `SELECT text FROM ${s}.word AS held
     WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) AS part WHERE strpos(text, part) > 0)
       AND EXISTS (SELECT 1 FROM ${s}.posting WHERE word = held.key AND ${isWordOf(kind, 'form')})`,
    [parts.filter(isWord)],
  )
  return rows.map(({ text }) => text).filter(isWord)
}

/** See `Vocabulary.otherForms`. */
export async function otherForms({ s, kind, query }: Session, keys: readonly string[]) {
  const fields = keys.map(formField)
  const { rows } = await query<{ key: string; form: string }>(
    `SELECT substr(key, 2) AS key, text AS form FROM ${s}.document_field
     WHERE left(key, ${sortedLength}) = ANY($1::text[]) AND key = ANY($2::text[]) AND ${isOfKind('document_id', kind)}
     GROUP BY document_field.key, text ORDER BY count(*) DESC, text`,
    [fields.map(indexedStart), fields],
  )
  return [...rows]
}

/** Whether a text consists of letters, marks and digits. */
const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

/** The numbers of chunks by word; omits words without chunks. */
async function countWords(
  { s, kind, query }: Session,
  words: readonly string[],
  as: 'stem' | 'form',
): Promise<Map<string, number>> {
  const distinct = [...new Set(words)]
  if (distinct.length === 0) return new Map()
  const { rows } = await query<{ number: number; chunks: number }>(
    `SELECT number::int, count(*) AS chunks FROM unnest($1::bigint[]) WITH ORDINALITY AS given (key, number)
     JOIN ${s}.posting ON posting.word = given.key WHERE ${isWordOf(kind, as)} GROUP BY number`,
    [keyList(distinct.map(wordKey))],
  )
  return new Map(rows.map(({ number, chunks }) => [distinct[number - 1] ?? '', chunks]))
}

async function countMatches(session: Session, query: QueryTree): Promise<number> {
  const { bind, values } = createBinder()
  const sql = `SELECT count(DISTINCT chunk) AS chunks FROM (${matchSql(query, session.s, bind)}) AS matched
    WHERE ${isOfKind('chunk', session.kind)}`
  const { rows } = await session.query<{ chunks: number }>(sql, values)
  return rows[0]?.chunks ?? 0
}

/** The stems with a prefix, up to `maxExpansions`, or all forms with it; in order. */
async function wordsWithPrefix(
  { s, kind, query }: Session,
  prefix: string,
  as: 'stem' | 'form',
): Promise<string[]> {
  if (prefix === '') return []
  const { bind, values } = createBinder()
  const { rows } = await query<{ text: string }>(
    `SELECT text FROM (${prefixSql(prefix, s, bind)}) AS begun
     WHERE EXISTS (SELECT 1 FROM ${s}.posting WHERE word = begun.key AND ${isWordOf(kind, as)})
     ORDER BY text LIMIT ${as === 'stem' ? maxExpansions : 'ALL'}`,
    values,
  )
  return rows.map(({ text }) => text)
}

async function readLanguages({ s, kind, query }: Session): Promise<string[]> {
  const { rows } = await query<{ language: string }>(
    `SELECT DISTINCT language FROM ${s}.document WHERE language IS NOT NULL AND ${isOfKind('id', kind)}
     ORDER BY language`,
  )
  return rows.map(({ language }) => language)
}
