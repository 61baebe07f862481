import { writeFileSync } from 'node:fs'
import { SuiteError } from '../suite/errors.js'
import { readLines, type Line } from '../suite/read-lines.js'
import { decodeId, encodeId } from './encode-id.js'
import { malformed, splitFields } from './split-fields.js'

/** Document ids by query id, best first; the same document never twice. */
export type Rankings = ReadonlyMap<string, readonly string[]>

/** What one program answered. */
export interface TrecRun {
  /** What the lines call it; several where they do not agree. */
  readonly tags: readonly string[]
  readonly rankings: Rankings
}

interface Entry {
  readonly document: string
  /** As it stands in the file: by this ties are broken. */
  readonly field: string
  readonly score: number
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

function readEntry(line: Line) {
  const [query, , field, , score, tag, ...rest] = splitFields(line)
  if (query === undefined || field === undefined || tag === undefined || rest.length > 0) {
    throw malformed(line, 'A line is query id, Q0, document id, rank, score and a tag. Write it so.')
  }
  if (score === undefined || !decimal.test(score)) {
    throw malformed(line, `The score is ${JSON.stringify(score)}. It must be a number.`)
  }
  const entry = { document: decodeId(field), field, score: Math.fround(Number(score)) }
  return { query: decodeId(query), entry, tag: decodeId(tag) }
}

function inOrder(a: Entry, b: Entry): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return Buffer.compare(Buffer.from(b.field), Buffer.from(a.field))
}

function rank(entries: ReadonlyMap<string, Entry>): string[] {
  return [...entries.values()].toSorted(inOrder).map(({ document }) => document)
}

/**
 * Reads a run as TREC has them, a line for each document: query id, Q0, document id, rank, score, tag. As with
 * trec_eval the rank is nobody's business: documents are ordered by score, as a 32-bit float, and where it is the same by
 * id, bytes descending.
 * @throws SuiteError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readTrecRun(file: string): TrecRun {
  const queries = new Map<string, Map<string, Entry>>()
  const tags = new Set<string>()
  for (const line of readLines(file)) {
    const { query, entry, tag } = readEntry(line)
    const entries = queries.get(query) ?? new Map<string, Entry>()
    if (entries.has(entry.document)) {
      const message = `The document ${JSON.stringify(entry.document)} is ranked twice for one query. Keep one of the two.`
      throw new SuiteError('SUITE_DUPLICATE', message, { file, line: line.line })
    }
    queries.set(query, entries.set(entry.document, entry))
    tags.add(tag)
  }
  return { tags: [...tags], rankings: new Map(Array.from(queries, ([id, entries]) => [id, rank(entries)])) }
}

/**
 * Writes a run so that trec_eval keeps its order: scores are whole numbers that fall by 1 to 1 for the last. A query
 * without documents cannot be said: count what is missing as 0 (`trec_eval -c`). White space in ids is
 * percent-encoded.
 */
export function writeTrecRun(file: string, { tag, rankings }: { tag: string; rankings: Rankings }): void {
  const lines = Array.from(rankings, ([query, documents]) =>
    documents
      .map((document, index) => {
        const fields = [
          encodeId(query),
          'Q0',
          encodeId(document),
          index + 1,
          documents.length - index,
          encodeId(tag),
        ]
        return `${fields.join(' ')}\n`
      })
      .join(''),
  )
  writeFileSync(file, lines.join(''))
}
