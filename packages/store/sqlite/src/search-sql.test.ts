import { afterAll, describe, expect, it } from 'vitest'
import { openConnection } from './connection.js'
import { keywordSearchSql } from './keyword-search.js'
import { migrate } from './migrations/ledger.js'
import { migrations } from './migrations/migrations.js'
import { chunksWithin } from './search-filter.js'
import type { SqlValue } from './sql-database.js'
import { vectorScoreSql, vectorSearchSql } from './vector-search.js'

const { database } = openConnection({ path: ':memory:' })
migrate(database, migrations, Date.now)
afterAll(() => void database.close())

const within = chunksWithin({ roots: ['notes'] })
const vector = Buffer.alloc(8, 1)

/** Executes a statement, then returns the steps of its plan. */
function planOf(sql: string, ...values: SqlValue[]): string[] {
  database.prepare(sql).all(...values)
  return database
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
}

describe('keyword search', () => {
  it('is the best rows of the index, then their chunks', () => {
    const sql = keywordSearchSql(undefined)
    expect(sql).toMatchInlineSnapshot(`
      "SELECT chunk.public_id AS id, found.rank AS rank
      FROM (
        SELECT rowid, rank FROM chunk_words
        WHERE chunk_words MATCH ?
        ORDER BY rank LIMIT ?
      ) AS found
      CROSS JOIN chunk ON chunk.id = found.rowid"
    `)
    expect(planOf(sql, '"harbour"', 10)).toMatchInlineSnapshot(`
      [
        "CO-ROUTINE found",
        "SCAN chunk_words VIRTUAL TABLE INDEX 32:M1",
        "SCAN found",
        "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)",
      ]
    `)
  })

  it('filters in front of the limit, and asks the index once', () => {
    const sql = keywordSearchSql(within?.sql)
    expect(sql).toMatchInlineSnapshot(`
      "SELECT chunk.public_id AS id, found.rank AS rank
      FROM (
        SELECT rowid, rank FROM chunk_words
        WHERE chunk_words MATCH ? AND +rowid IN (SELECT chunk.id FROM chunk
      JOIN document ON document.id = chunk.document_id
      JOIN root ON root.id = document.root_id
      WHERE root.name IN (SELECT value FROM json_each(?)))
        ORDER BY rank LIMIT ?
      ) AS found
      CROSS JOIN chunk ON chunk.id = found.rowid"
    `)
    expect(planOf(sql, '"harbour"', ...(within?.values ?? []), 10)).toMatchInlineSnapshot(`
      [
        "CO-ROUTINE found",
        "SCAN chunk_words VIRTUAL TABLE INDEX 32:M1",
        "LIST SUBQUERY 2",
        "SEARCH root USING COVERING INDEX sqlite_autoindex_root_1 (name=?)",
        "LIST SUBQUERY 1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH document USING COVERING INDEX sqlite_autoindex_document_1 (root_id=?)",
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_2 (document_id=?)",
        "CREATE BLOOM FILTER",
        "SCAN found",
        "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)",
      ]
    `)
  })
})

describe('vector search', () => {
  it('reads the vectors of a space in the order of the file', () => {
    const sql = vectorSearchSql(undefined)
    expect(sql).toMatchInlineSnapshot(`
      "SELECT chunk.public_id AS id, 1 - min(near.distance) AS score
      FROM (
        SELECT text_hash, vec_distance_cosine(value, ?) AS distance
        FROM vector WHERE id BETWEEN ? AND ?
        ORDER BY distance LIMIT ?
      ) AS near
      CROSS JOIN embedding_input ON embedding_input.text_hash = near.text_hash
      CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
      GROUP BY chunk.id"
    `)
    expect(planOf(sql, vector, 1, 2, 10)).toMatchInlineSnapshot(`
      [
        "CO-ROUTINE near",
        "SEARCH vector USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "USE TEMP B-TREE FOR ORDER BY",
        "SCAN near",
        "SEARCH embedding_input USING COVERING INDEX embedding_input_by_hash (text_hash=?)",
        "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)",
        "USE TEMP B-TREE FOR GROUP BY",
      ]
    `)
  })

  it('reads the vectors of filtered chunks alone', () => {
    const sql = vectorSearchSql(within?.sql)
    const values = within?.values ?? []
    expect(sql).toMatchInlineSnapshot(`
      "SELECT chunk.public_id AS id, 1 - min(near.distance) AS score
      FROM (
        SELECT text_hash, vec_distance_cosine(value, ?) AS distance
        FROM vector WHERE id IN (
          SELECT held.id FROM embedding_input
          CROSS JOIN vector AS held ON held.space_id = ? AND held.text_hash = embedding_input.text_hash
          WHERE embedding_input.chunk_id IN (SELECT chunk.id FROM chunk
      JOIN document ON document.id = chunk.document_id
      JOIN root ON root.id = document.root_id
      WHERE root.name IN (SELECT value FROM json_each(?))))
        ORDER BY distance LIMIT ?
      ) AS near
      CROSS JOIN embedding_input ON embedding_input.text_hash = near.text_hash
      CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
      WHERE +chunk.id IN (SELECT chunk.id FROM chunk
      JOIN document ON document.id = chunk.document_id
      JOIN root ON root.id = document.root_id
      WHERE root.name IN (SELECT value FROM json_each(?)))
      GROUP BY chunk.id"
    `)
    expect(planOf(sql, vector, 1, ...values, 10, ...values)).toMatchInlineSnapshot(`
      [
        "CO-ROUTINE near",
        "SEARCH vector USING INTEGER PRIMARY KEY (rowid=?)",
        "LIST SUBQUERY 3",
        "SEARCH embedding_input USING PRIMARY KEY (chunk_id=?)",
        "LIST SUBQUERY 2",
        "SEARCH root USING COVERING INDEX sqlite_autoindex_root_1 (name=?)",
        "LIST SUBQUERY 1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH document USING COVERING INDEX sqlite_autoindex_document_1 (root_id=?)",
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_2 (document_id=?)",
        "SEARCH held USING COVERING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)",
        "USE TEMP B-TREE FOR ORDER BY",
        "SCAN near",
        "SEARCH embedding_input USING COVERING INDEX embedding_input_by_hash (text_hash=?)",
        "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)",
        "LIST SUBQUERY 6",
        "SEARCH root USING COVERING INDEX sqlite_autoindex_root_1 (name=?)",
        "LIST SUBQUERY 5",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH document USING COVERING INDEX sqlite_autoindex_document_1 (root_id=?)",
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_2 (document_id=?)",
        "CREATE BLOOM FILTER",
        "USE TEMP B-TREE FOR GROUP BY",
      ]
    `)
  })

  it('finds the vectors of given chunks by index', () => {
    expect(planOf(vectorScoreSql, vector, 1, '["a"]')).toMatchInlineSnapshot(`
      [
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_1 (public_id=?)",
        "LIST SUBQUERY 1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH embedding_input USING PRIMARY KEY (chunk_id=?)",
        "SEARCH vector USING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)",
        "USE TEMP B-TREE FOR GROUP BY",
      ]
    `)
  })
})

describe('a filter', () => {
  it('that is empty lets all through', () => {
    expect(chunksWithin(undefined)).toBeUndefined()
    expect(chunksWithin({})).toBeUndefined()
  })

  it('binds what it is given', () => {
    const hostile = "') OR 1=1 --"
    const condition = chunksWithin({ roots: [hostile] })
    expect(condition?.sql).not.toContain(hostile)
    expect(condition?.values).toEqual([JSON.stringify([hostile])])
  })
})
