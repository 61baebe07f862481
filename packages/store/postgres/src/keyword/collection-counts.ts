import type { CollectionCounts, CountRequest, KeywordQuery } from '@recallite/store'
import type { Session } from '../connections.js'
import { isOfKind, type DocumentKind } from '../document-kind.js'
import { decodeText } from '../text-code.js'
import { readTotals, type Totals } from '../totals.js'
import { createBinder, keyArray } from '../values.js'
import { wordKey } from '../word-key.js'
import { isWordOf, matchSql, prefixSql } from './match-sql.js'

/** More than this many words that begin alike are too many to be meant. */
const mostExpansions = 256

/** In smaller collections a word is counted in no time, and always anew. */
const leastChunks = 5_000

/** A word in more than this share of the chunks is counted again only once a tenth of them have come or gone. */
const commonShare = 1 / 512

const mostRemembered = 20_000

/** Counts chunks of a kind, and remembers what it counted until they change; `s` is the name of the schema. */
export function createCollectionCounts(s: string, kind: DocumentKind) {
  const remembered = createRememberedCounts()

  async function countWords(
    session: Session,
    words: readonly string[],
    { totals, as }: { readonly totals: Totals; readonly as: WordKind },
  ): Promise<(word: string) => number> {
    const known = remembered.at(totals, as)
    const unknown = [...new Set(words)].filter((word) => known(word) === undefined)
    if (unknown.length > 0) {
      const { rows } = await session.query<{ place: number; chunks: number }>(
        `SELECT place::int, (SELECT count(*) FROM ${s}.posting WHERE word = wanted.key AND ${isWordOf(kind, as)}) AS chunks
         FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, place)`,
        [keyArray(unknown.map(wordKey))],
      )
      for (const { place, chunks } of rows)
        remembered.add(totals, { as, word: unknown[place - 1] ?? '', chunks })
    }
    return (word) => known(word) ?? 0
  }

  return {
    async read(
      session: Session,
      { queries = [], forms = [], prefixes = [] }: CountRequest,
    ): Promise<CollectionCounts> {
      const totals = await readTotals(session, s, kind)
      const stems = queries.flatMap((query) => (query.kind === 'word' ? [query.stem] : []))
      const ofStem = await countWords(session, stems, { totals, as: 'stem' })
      const ofForm = await countWords(session, forms, { totals, as: 'form' })
      const counts: number[] = []
      for (const query of queries) {
        counts.push(
          query.kind === 'word' ? ofStem(query.stem) : await countMatches(session, { s, kind }, query),
        )
      }
      const expansions: string[][] = []
      for (const prefix of prefixes) expansions.push(await expand(session, { s, kind }, prefix))
      return {
        chunks: totals.chunks,
        meanLength: totals.chunks > 0 ? totals.words / totals.chunks : 0,
        languages: await readLanguages(session, { s, kind }),
        counts,
        formCounts: forms.map(ofForm),
        expansions,
      }
    },
  }
}

/** What `createCollectionCounts` gives. */
export type CountReader = ReturnType<typeof createCollectionCounts>

type WordKind = 'stem' | 'form'

interface Counted {
  readonly chunks: number
  readonly totals: Totals
}

function createRememberedCounts() {
  const counted = { stem: new Map<string, Counted>(), form: new Map<string, Counted>() }
  const isValid = ({ chunks, totals: before }: Counted, now: Totals) => {
    if (before.writes === now.writes) return true
    const isCommon = now.chunks >= leastChunks && chunks > now.chunks * commonShare
    return isCommon && 10 * (now.changed - before.changed) <= before.chunks
  }
  return {
    at: (totals: Totals, as: WordKind) => (word: string) => {
      const known = counted[as].get(word)
      return known && isValid(known, totals) ? known.chunks : undefined
    },
    add(totals: Totals, { as, word, chunks }: { as: WordKind; word: string; chunks: number }): void {
      if (counted[as].size >= mostRemembered) counted[as].clear()
      counted[as].set(word, { chunks, totals })
    },
  }
}

/** The chunks of a kind in the schema `s`. */
interface Counting {
  readonly s: string
  readonly kind: DocumentKind
}

async function countMatches(session: Session, { s, kind }: Counting, query: KeywordQuery): Promise<number> {
  const { bind, values } = createBinder()
  const sql = `SELECT count(DISTINCT chunk) AS chunks FROM (${matchSql(query, { s, bind })}) AS matched
    WHERE ${isOfKind('chunk', kind)}`
  const { rows } = await session.query<{ chunks: number }>(sql, values)
  return rows[0]?.chunks ?? 0
}

async function expand(session: Session, { s, kind }: Counting, prefix: string): Promise<string[]> {
  if (prefix === '') return []
  const { bind, values } = createBinder()
  const { rows } = await session.query<{ text: string }>(
    `SELECT text FROM (${prefixSql(prefix, { s, bind })}) AS begun
     WHERE EXISTS (SELECT 1 FROM ${s}.posting WHERE word = begun.key AND ${isWordOf(kind, 'stem')})
     ORDER BY text LIMIT ${mostExpansions}`,
    values,
  )
  return rows.map(({ text }) => decodeText(text))
}

async function readLanguages(session: Session, { s, kind }: Counting): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM ${s}.language
     WHERE EXISTS (SELECT 1 FROM ${s}.document WHERE language_id = language.id AND ${isOfKind('document.id', kind)})
     ORDER BY name`,
  )
  return rows.map(({ name }) => decodeText(name))
}
