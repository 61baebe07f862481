import type { CollectionCounts, CountRequest } from '@recallite/store/query'
import type { SqlDatabase } from '../connection/sql-database.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { createGeneration } from '../documents/status.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { createVocabularyTables, vocabularyTables } from './vocabulary.js'

/** A prefix with more words than this is too short to be useful. */
const maxExpansions = 256

const maxCached = 10_000

const sqlTexts = (kind: DocumentKind) => ({
  /** Skips from each language to the next in the index. */
  languages: `WITH RECURSIVE found (language) AS (
  SELECT min(language) FROM document WHERE ${holdsKind(kind)}
  UNION ALL
  SELECT (SELECT min(language) FROM document WHERE language > found.language AND ${holdsKind(kind)})
  FROM found WHERE language IS NOT NULL
)
SELECT language FROM found WHERE language IS NOT NULL`,
  totals: `SELECT count(*) AS chunks, coalesce(sum(length), 0) AS words
FROM chunk_word_list INDEXED BY chunk_word_list_by_length WHERE ${isOfKind('chunk_id', kind)}`,
  expand: `SELECT term FROM ${vocabularyTables.stem} WHERE term >= ? AND term < ?
AND EXISTS (SELECT 1 FROM chunk_words WHERE chunk_words MATCH '"' || term || '"' AND ${isOfKind('rowid', kind)})
ORDER BY term LIMIT ?`,
  stem: `SELECT count(*) AS chunks FROM chunk_words WHERE chunk_words MATCH ? AND ${isOfKind('rowid', kind)}`,
  form: `SELECT count(*) AS chunks FROM chunk_forms WHERE chunk_forms MATCH ? AND ${isOfKind('rowid', kind)}`,
})

const holdsKind = (kind: DocumentKind): string =>
  `EXISTS (SELECT 1 FROM root WHERE root.id = document.root_id AND root.holds = '${kind}')`

/** Counts chunks of a kind, and caches the counts until the database changes. */
export function createCollectionCounts(database: SqlDatabase, kind: DocumentKind = 'file') {
  createVocabularyTables(database)
  const sql = sqlTexts(kind)
  const generation = createGeneration(database)
  const totals = database.prepare<{ chunks: number; words: number }>(sql.totals)
  const languages = database.prepare<{ language: string }>(sql.languages)
  const expansions = database.prepare<{ term: string }>(sql.expand)
  const indexes = {
    stem: database.prepare<{ chunks: number }>(sql.stem),
    form: database.prepare<{ chunks: number }>(sql.form),
  }
  const noLanguages: readonly string[] = []
  let cached = { at: '', counts: new Map<string, number>(), languages: noLanguages, ...noChunks }

  function refresh(): void {
    const at = generation()
    if (at === cached.at && cached.counts.size < maxCached) return
    const present = languages.all().map(({ language }) => language)
    cached = { at, counts: new Map(), languages: present, ...(totals.get() ?? noChunks) }
  }

  function count(index: keyof typeof indexes, match: string): number {
    const key = `${index} ${match}`
    const chunks = cached.counts.get(key) ?? indexes[index].get(match)?.chunks ?? 0
    cached.counts.set(key, chunks)
    return chunks
  }

  function expand(prefix: string): string[] {
    const token = queryToken(prefix)
    if (token === '') return []
    return expansions.all(token, `${token}\u{10FFFF}`, maxExpansions).map(({ term }) => term)
  }

  return {
    read({ queries = [], forms = [], prefixes = [] }: CountRequest): CollectionCounts {
      refresh()
      const { chunks, words } = cached
      return {
        chunks,
        meanLength: chunks > 0 ? words / chunks : 0,
        languages: cached.languages,
        counts: queries.map((query) => count('stem', matchExpression(query))),
        formCounts: forms.map((form) => count('form', wordExpression(form))),
        expansions: prefixes.map(expand),
      }
    },
  }
}

const noChunks = { chunks: 0, words: 0 }

const wordExpression = (stem: string) => matchExpression({ kind: 'word', stem })
