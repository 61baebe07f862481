import { formField } from '@recallite/store'
import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import type { Session } from '../connection/connections.js'
import { indexedStart, isOfKind, sortedLength } from '../connection/schema.js'
import { createBinder, keyList } from '../connection/values.js'
import { readTotals, type Totals } from '../documents/totals.js'
import { isWordOf, matchSql, prefixSql } from './match-sql.js'
import { wordKey } from './word-key.js'

/** More than this many words that begin alike are too many to be meant. */
const mostExpansions = 256

const mostRemembered = 10_000

type WordCounts = Record<'stem' | 'form', Map<string, number>>

/** Makes what counts chunks; it remembers how many have a word until anything is written. */
export function createCounts() {
  let remembered: WordCounts = { stem: new Map(), form: new Map() }
  let countedAt = ''
  return async (session: Session, request: CountRequest): Promise<CollectionCounts> => {
    const totals = await readTotals(session)
    const isFull = remembered.stem.size + remembered.form.size > mostRemembered
    if (totals.moment !== countedAt || isFull) remembered = { stem: new Map(), form: new Map() }
    countedAt = totals.moment
    const known = remembered
    const add = async (as: 'stem' | 'form', words: readonly string[]) => {
      const unknown = words.filter((word) => !known[as].has(word))
      const counted = await countWords(session, unknown, as)
      for (const word of unknown) known[as].set(word, counted.get(word) ?? 0)
    }
    await add(
      'stem',
      (request.queries ?? []).flatMap((query) => (query.kind === 'word' ? [query.stem] : [])),
    )
    await add('form', request.forms ?? [])
    return readCounts(session, request, { ...totals, ...known })
  }
}

async function readCounts(
  session: Session,
  { queries = [], forms = [], prefixes = [] }: CountRequest,
  { chunks, words, stem, form }: Totals & WordCounts,
): Promise<CollectionCounts> {
  const counts: number[] = []
  for (const query of queries) {
    counts.push(query.kind === 'word' ? (stem.get(query.stem) ?? 0) : await countMatches(session, query))
  }
  const expansions: string[][] = []
  for (const prefix of prefixes) expansions.push(await expand(session, prefix))
  return {
    chunks,
    meanLength: chunks > 0 ? words / chunks : 0,
    languages: await readLanguages(session),
    counts,
    formCounts: forms.map((word) => form.get(word) ?? 0),
    expansions,
  }
}

/** In how many chunks words are; see `Vocabulary.chunksWithStems` and `chunksWithForms`. */
export async function chunksWithWords(
  session: Session,
  words: readonly string[],
  as: 'stem' | 'form',
): Promise<ReadonlyMap<string, number>> {
  return countWords(session, words.filter(isWord), as)
}

/** In how many chunks forms are that begin alike; see `Vocabulary.chunksWithPrefixes`. */
export async function chunksWithPrefixes(
  session: Session,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { s, kind } = session
  const counts = new Map<string, number>()
  for (const prefix of new Set(prefixes.filter(isWord))) {
    const { bind, values } = createBinder()
    const { rows } = await session.query<{ text: string; chunks: number }>(
      `SELECT text, chunks FROM (${prefixSql(prefix, s, bind)}) AS begun
       CROSS JOIN LATERAL (
         SELECT count(*) AS chunks FROM ${s}.posting WHERE word = begun.key AND ${isWordOf(kind, 'form')}) AS counted
       WHERE chunks > 0`,
      values,
    )
    for (const { text, chunks } of rows) if (isWord(text)) counts.set(text, chunks)
  }
  return counts
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

/** Words of letters, marks and digits alone. */
const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

/** In how many chunks words are, by word; those that no chunk has are left out. */
async function countWords(
  { s, kind, query }: Session,
  words: readonly string[],
  as: 'stem' | 'form',
): Promise<Map<string, number>> {
  const distinct = [...new Set(words)]
  if (distinct.length === 0) return new Map()
  const { rows } = await query<{ number: number; chunks: number }>(
    `SELECT number::int, count(*) AS chunks FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, number)
     JOIN ${s}.posting ON posting.word = wanted.key WHERE ${isWordOf(kind, as)} GROUP BY number`,
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

async function expand({ s, kind, query }: Session, prefix: string): Promise<string[]> {
  if (prefix === '') return []
  const { bind, values } = createBinder()
  const { rows } = await query<{ text: string }>(
    `SELECT text FROM (${prefixSql(prefix, s, bind)}) AS begun
     WHERE EXISTS (SELECT 1 FROM ${s}.posting WHERE word = begun.key AND ${isWordOf(kind, 'stem')})
     ORDER BY text LIMIT ${mostExpansions}`,
    values,
  )
  return rows.map(({ text }) => text)
}

async function readLanguages({ s, kind, query }: Session): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `SELECT name FROM ${s}.language
     WHERE EXISTS (SELECT 1 FROM ${s}.document WHERE language_id = language.id AND ${isOfKind('document.id', kind)})
     ORDER BY name`,
  )
  return rows.map(({ name }) => name)
}
