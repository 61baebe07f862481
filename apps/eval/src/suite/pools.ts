import { EvaluationError, type FilePosition } from '../errors.js'
import { object } from '../schema.js'
import { filledText, readFields, type Item } from './json-lines.js'
import type { DocumentCorpus, Suite } from './suite.js'

/**
 * The parts of a suite that are indexed and searched apart: each pool of documents with the queries that are put to it. A
 * suite without pools is its only part.
 */
export function poolsOf(suite: Suite): Suite[] {
  const { corpus } = suite
  if (corpus.kind !== 'documents' || corpus.documents.every(({ pool }) => pool === undefined)) return [suite]
  return Array.from(
    Map.groupBy(corpus.documents, ({ pool }) => pool),
    ([pool, documents]) => ({
      ...suite,
      name: `${suite.name} ${pool ?? ''}`,
      corpus: { kind: 'documents', documents },
      queries: suite.queries.filter((query) => query.pool === pool),
    }),
  )
}

/** Reads the pool of a document or a query from a field; nothing without a field. Throws an EvaluationError. */
export function readPool(item: Item, field: string | undefined): { readonly pool?: string | undefined } {
  return field === undefined ? {} : { pool: readFields(item, object({ [field]: filledText }))[field] }
}

/** Checks that each query has documents in its pool, and its answers too; throws an EvaluationError. */
export function checkPools({ corpus, queries }: Suite<DocumentCorpus>, position: FilePosition): void {
  const poolOf = new Map(corpus.documents.map(({ id, pool }) => [id, pool]))
  const pools = new Set(poolOf.values())
  for (const { id, pool, grades } of queries) {
    const [stranger] =
      [...grades].find(([document, grade]) => grade > 0 && poolOf.get(document) !== pool) ?? []
    if (stranger === undefined && pools.has(pool)) continue
    const other = pools.has(pool) ? `its answer ${JSON.stringify(stranger)} does not` : 'no document does'
    const message = `The query ${JSON.stringify(id)} belongs to ${JSON.stringify(pool)}, and ${other}. Correct one of them.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
  }
}
