import type { Session } from '../connections.js'
import type { DocumentKind } from '../document-kind.js'
import { decodeText } from '../text-code.js'
import { createBinder, keyArray } from '../values.js'
import { wordKey } from '../word-key.js'
import { isWordOf, prefixSql } from './match-sql.js'

type Counts = ReadonlyMap<string, number>

/** In how many chunks of a kind words are; `s` is the name of the schema. */
export function createVocabulary(s: string, kind: DocumentKind) {
  async function count(session: Session, asked: readonly string[], as: 'stem' | 'form'): Promise<Counts> {
    const words = [...new Set(asked.filter(isWord))]
    if (words.length === 0) return new Map()
    const { rows } = await session.query<{ place: number; chunks: number }>(
      `SELECT place::int, count(*) AS chunks FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, place)
       JOIN ${s}.posting ON posting.word = wanted.key WHERE ${isWordOf(kind, as)} GROUP BY place`,
      [keyArray(words.map(wordKey))],
    )
    return new Map(rows.map(({ place, chunks }) => [words[place - 1] ?? '', chunks]))
  }

  return {
    chunksWithStems: (session: Session, stems: readonly string[]) => count(session, stems, 'stem'),
    chunksWithForms: (session: Session, forms: readonly string[]) => count(session, forms, 'form'),

    async chunksWithPrefixes(session: Session, prefixes: readonly string[]): Promise<Counts> {
      const counts = new Map<string, number>()
      for (const prefix of new Set(prefixes.filter(isWord))) {
        const { bind, values } = createBinder()
        const { rows } = await session.query<{ text: string; chunks: number }>(
          `SELECT text, chunks FROM (${prefixSql(prefix, { s, bind })}) AS begun
           CROSS JOIN LATERAL (
             SELECT count(*) AS chunks FROM ${s}.posting WHERE word = begun.key AND ${isWordOf(kind, 'form')}) AS counted
           WHERE chunks > 0`,
          values,
        )
        for (const { text, chunks } of rows) if (isWord(text)) counts.set(decodeText(text), chunks)
      }
      return counts
    },
  }
}

/** Words of letters, marks and digits alone. */
function isWord(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}]+$/u.test(text)
}
