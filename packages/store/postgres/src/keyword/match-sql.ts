import { assertQueryDepth } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { isOfKind, sortedLength, type DocumentKind } from '../connection/schema.js'
import { keyList, type Bind } from '../connection/values.js'
import { wordKey, wordSequence } from './word-key.js'

/** SQL condition on a posting: the word is a stem of the chunk, not only a form. */
export const isStem = '(in_text > 0 OR beside > 0)'

/** SQL condition on a posting: the word is a stem or a form of a chunk of a kind. */
export const isWordOf = (kind: DocumentKind, as: 'stem' | 'form'): string =>
  `${isOfKind('chunk', kind)} AND ${as === 'stem' ? isStem : 'is_form > 0'}`

/**
 * Selects the ids of the chunks of both kinds that match a query, with duplicates.
 * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
 */
export function matchSql(query: QueryTree, s: string, bind: Bind): string {
  assertQueryDepth(query)
  return match(query, { s, bind })
}

/** Selects the rows of words with a prefix. */
export function prefixSql(prefix: string, s: string, bind: Bind): string {
  const given = `${bind(prefix)}::text`
  const start = `left(${given}, ${sortedLength})`
  return `SELECT key, text FROM ${s}.word
    WHERE left(text, ${sortedLength}) >= ${start} COLLATE "C"
      AND left(text, ${sortedLength}) <= (${start} || U&'\\+10FFFF') COLLATE "C" AND starts_with(text, ${given})`
}

interface Writing {
  readonly s: string
  readonly bind: Bind
}

const nothing = 'SELECT NULL::bigint AS chunk WHERE false'

function match(query: QueryTree, writing: Writing): string {
  const { s, bind } = writing
  switch (query.kind) {
    case 'word':
      return anyWord([query.stem], writing)
    case 'phrase':
      return sequence(query.stems, ['text_words', 'part_words'], writing)
    case 'place':
      return sequence(query.stems, ['place_words'], writing)
    case 'prefix':
      if (query.prefix === '') return nothing
      return `SELECT chunk FROM ${s}.posting WHERE ${isStem} AND word IN (
        SELECT key FROM (${prefixSql(query.prefix, s, bind)}) AS begun)`
    case 'any':
      return joined(query.parts, { operator: 'UNION', words: anyWord, writing })
    case 'all':
      return joined(query.parts, { operator: 'INTERSECT', words: allWords, writing })
    case 'without':
      return `(${match(query.include, writing)}) EXCEPT (${match(query.exclude, writing)})`
  }
}

const keysOf = (words: readonly string[]) => keyList([...new Set(words)].map(wordKey))

function anyWord(words: readonly string[], { s, bind }: Writing): string {
  return `SELECT chunk FROM ${s}.posting WHERE word = ANY(${bind(keysOf(words))}::bigint[]) AND ${isStem}`
}

function allWords(words: readonly string[], writing: Writing): string {
  const count = new Set(words).size
  return `${anyWord(words, writing)} GROUP BY chunk HAVING count(*) = ${count}`
}

/** Selects the chunks with adjacent words among those with all the words. */
function sequence(stems: readonly string[], columns: readonly string[], writing: Writing): string {
  if (stems.length === 0 || stems.includes('')) return nothing
  const given = `${writing.bind(wordSequence(stems))}::bytea`
  const hasSequence = columns.map((column) => `position(${given} IN ${column}) > 0`).join(' OR ')
  return `SELECT chunk_id AS chunk FROM ${writing.s}.chunk_words
    WHERE chunk_id IN (${allWords(stems, writing)}) AND (${hasSequence})`
}

interface Join {
  readonly operator: 'UNION' | 'INTERSECT'
  /** Selects by words in one statement, because there may be thousands. */
  readonly words: (words: readonly string[], writing: Writing) => string
  readonly writing: Writing
}

function joined(parts: readonly QueryTree[], { operator, words, writing }: Join): string {
  const stems = parts.flatMap((part) => (part.kind === 'word' ? [part.stem] : []))
  const others = parts.filter(({ kind }) => kind !== 'word').map((part) => match(part, writing))
  const all = stems.length > 0 ? [words(stems, writing), ...others] : others
  return all.length === 0 ? nothing : all.map((sql) => `(${sql})`).join(` ${operator} `)
}
