import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSuiteFolder } from './suite/read-suite.js'
import { readJsonLines } from './suite/json-lines.js'

interface Remembered {
  readonly id: string
  readonly collection: string
  readonly session?: string
  readonly occurredAt: string
  readonly content: string
  readonly summary?: string
  readonly scopeFiles?: readonly string[]
  readonly scopeEntities?: readonly string[]
  readonly tags?: readonly string[]
  readonly confidence?: number
  readonly supersededBy?: string
}

interface Stretch {
  readonly id: string
  readonly collection: string
  readonly startedAt: string
  readonly endedAt?: string
}

interface Question {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly at?: string
  readonly options?: {
    readonly collection?: string
    readonly session?: string
    readonly minConfidence?: number
  }
  readonly relevant: readonly { readonly record: string; readonly grade?: number }[]
}

const folder = findSuiteFolder('records')
const records = read<Remembered>('records.jsonl')
const sessions = read<Stretch>('sessions.jsonl')
const queries = read<Question>('queries.jsonl')
const recordOf = byId(records)
const sessionOf = byId(sessions)

function read<Line>(name: string): Line[] {
  return readJsonLines(join(folder, name)).map(({ fields }) => fields as unknown as Line)
}

function byId<Line extends { readonly id: string }>(lines: readonly Line[]): (id: string) => Line {
  const map = new Map(lines.map((line) => [line.id, line]))
  return (id) => {
    const found = map.get(id)
    expect(found, id).toBeDefined()
    return found as Line
  }
}

const ofKind = (kind: string) => queries.filter((query) => query.kind === kind)
const idsOf = (lines: readonly { readonly id: string }[]) => lines.map(({ id }) => id)

/** The records of a query that answer it, or, for grade 0, those that are judged not to. */
const judged = ({ relevant }: Question, isAnswer: boolean) =>
  relevant.filter(({ grade = 1 }) => grade > 0 === isAnswer).map(({ record }) => recordOf(record))

/** Whether the record may come as far as collection, session, status and confidence say; 0.9 is the usual confidence. */
function isRecalled(record: Remembered, { options = {} }: Question): boolean {
  const { collection, session, minConfidence = 0 } = options
  return (
    record.supersededBy === undefined &&
    (collection === undefined || record.collection === collection) &&
    (session === undefined || record.session === session) &&
    (record.confidence ?? 0.9) >= minConfidence
  )
}

describe('the suite of records', () => {
  it('has an id for each record, session and query', () => {
    expect([records.length, sessions.length, queries.length]).toEqual([387, 23, 271])
    for (const lines of [records, sessions, queries]) expect(new Set(idsOf(lines)).size).toBe(lines.length)
  })

  it('puts the records of a session into its collection and between its start and its end', () => {
    for (const { id, session, collection, occurredAt } of records) {
      if (session === undefined) continue
      const { startedAt, endedAt = occurredAt, ...rest } = sessionOf(session)
      expect(rest.collection, id).toBe(collection)
      expect(startedAt <= occurredAt && occurredAt <= endedAt, id).toBe(true)
    }
  })

  it('supersedes records by later ones of the same collection', () => {
    const old = records.filter(({ supersededBy }) => supersededBy !== undefined)
    expect(old).toHaveLength(13)
    for (const { id, supersededBy = '', collection, occurredAt } of old) {
      const successor = recordOf(supersededBy)
      expect(successor.collection, id).toBe(collection)
      expect(successor.occurredAt > occurredAt, id).toBe(true)
    }
  })

  it('has no answer that the query itself keeps out, and none from after it was asked', () => {
    for (const query of queries) {
      for (const record of judged(query, true)) {
        expect(isRecalled(record, query), `${query.id} ${record.id}`).toBe(true)
        expect(record.occurredAt <= (query.at ?? '2026-07-01T09:00:00Z'), query.id).toBe(true)
      }
    }
  })

  it.each(['session', 'superseded', 'confidence'])('%s: keeps out what is judged 0', (kind) => {
    const kept = ofKind(kind).flatMap((query) =>
      judged(query, false)
        .filter((record) => isRecalled(record, query))
        .map(({ id }) => `${query.id} ${id}`),
    )
    expect(kept).toEqual([])
  })

  it('answers the questions without an answer with nothing', () => {
    expect(ofKind('no answer').flatMap((query) => judged(query, true))).toEqual([])
  })

  it('replays all records of a session in the order of time', () => {
    for (const query of ofKind('session replay')) {
      const all = records.filter(({ session }) => session === query.options?.session)
      const inOrder = all.toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1))
      expect(query.text).toBe('')
      expect(idsOf(judged(query, true)), query.id).toEqual(idsOf(inOrder))
    }
  })

  it('has, for each question of what is newer, an older fact that is still active', () => {
    for (const query of ofKind('recency')) {
      const [[newer], [older]] = [judged(query, true), judged(query, false)]
      if (!newer || !older) throw new Error(query.id)
      expect(newer.occurredAt > older.occurredAt && isRecalled(older, query), query.id).toBe(true)
    }
  })
})
