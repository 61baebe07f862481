import type { RecordInput } from '@recallite/store/records'
import { describe, expect, it } from 'vitest'
import { findSuiteFolder, readSuite } from './suite/read-suite.js'
import type { RecordCorpus, SuiteQuery } from './suite/suite.js'

const { corpus, queries } = readSuite(findSuiteFolder('records'))
const { records, sessions } = corpus as RecordCorpus
const byId = new Map(records.map((record) => [record.id, record]))

/** The records of a query with a grade above 0, or with grade 0. */
function judged({ grades }: SuiteQuery, isAnswer: boolean) {
  const ids = [...grades].filter(([, grade]) => grade > 0 === isAnswer).map(([id]) => id)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether collection, session, status and confidence (default 0.9) allow the record. */
function isRecalled(record: RecordInput, { recall = {} }: SuiteQuery): boolean {
  const { collection, session, minConfidence = 0 } = recall
  return (
    record.supersededBy === undefined &&
    (collection === undefined || record.collection === collection) &&
    (session === undefined || record.session === session) &&
    (record.confidence ?? 0.9) >= minConfidence
  )
}

function timeOf({ occurredAt }: RecordInput): number {
  return Date.parse(String(occurredAt))
}

describe('the suite of records', () => {
  it('has the documented number of records, sessions and queries', () => {
    expect([records.length, sessions.length, queries.length]).toEqual([387, 23, 271])
  })

  it('supersedes records by later ones of the same collection', () => {
    const old = records.filter(({ supersededBy }) => supersededBy !== undefined)
    expect(old).toHaveLength(13)
    for (const record of old) {
      const successor = byId.get(record.supersededBy ?? '')
      expect(successor?.collection, record.id).toBe(record.collection)
      expect(successor && timeOf(successor), record.id).toBeGreaterThan(timeOf(record))
    }
  })

  it('has no answer that the query excludes, and none from after the query', () => {
    for (const query of queries) {
      for (const record of judged(query, true)) {
        expect(isRecalled(record, query), `${query.id} ${record.id}`).toBe(true)
        expect(timeOf(record), query.id).toBeLessThanOrEqual(Number(query.recall?.at))
      }
    }
  })

  it.each(['session', 'superseded', 'confidence'])('%s: excludes records with grade 0', (kind) => {
    const kept = queries
      .filter((query) => query.kind === kind)
      .flatMap((query) => judged(query, false).filter((record) => isRecalled(record, query)))
    expect(kept).toEqual([])
  })
})
