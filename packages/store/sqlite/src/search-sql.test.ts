import { afterAll, describe, expect, it } from 'vitest'
import { openConnection } from './connection/connection.js'
import { rowSql } from './keyword/postings.js'
import { rowListSql, termListSql } from './keyword/term-lists.js'
import { createVocabularyTables } from './keyword/vocabulary.js'
import { migrate } from './connection/schema-version.js'
import type { SqlValue } from './connection/sql-database.js'
import { spacesSql } from './vectors/spaces.js'
import { pendingSql } from './vectors/vectors.js'
import { chunksOfVectorsSql, chunksSql, inputsSql, nearestSql, scoresSql } from './vectors/vector-search.js'

const { database, vectorSearch } = openConnection({ path: ':memory:' })
vectorSearch()
migrate(database)
createVocabularyTables(database)
afterAll(() => void database.close())

const within = '[1, 2]'
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
  const given: Readonly<Record<string, readonly SqlValue[]>> = {
    matches: ['"harbour"'],
    instances: ['harbour'],
    lengths: [],
  }
  const sqlOfFiles = { ...rowSql, lengths: rowSql.lengths('file') }

  it('asks the index for rows', () => {
    expect(sqlOfFiles).toMatchInlineSnapshot(`
      {
        "instances": "SELECT CAST(group_concat(doc) AS BLOB) AS rows,
      CAST(group_concat(CASE col WHEN 'words' THEN offset + 1 ELSE 0 END) AS BLOB) AS positions
      FROM temp.chunk_words_instance WHERE term = ?",
        "lengths": "SELECT CAST(group_concat(list.chunk_id) AS BLOB) AS rows, CAST(group_concat(list.length) AS BLOB) AS numbers
      FROM chunk_word_list AS list INDEXED BY chunk_word_list_by_length
      WHERE list.chunk_id BETWEEN 1 AND 1099511627775 ORDER BY list.chunk_id",
        "matches": "SELECT CAST(group_concat(rowid) AS BLOB) AS rows FROM chunk_words WHERE chunk_words MATCH ?",
      }
    `)
    const plans = Object.entries(sqlOfFiles).map(([name, sql]) => [name, planOf(sql, ...(given[name] ?? []))])
    expect(plans).toMatchInlineSnapshot(`
      [
        [
          "matches",
          [
            "SCAN chunk_words VIRTUAL TABLE INDEX 0:M3",
          ],
        ],
        [
          "instances",
          [
            "SCAN temp.chunk_words_instance VIRTUAL TABLE INDEX 271:",
          ],
        ],
        [
          "lengths",
          [
            "SEARCH list USING COVERING INDEX chunk_word_list_by_length (chunk_id>? AND chunk_id<?)",
          ],
        ],
      ]
    `)
  })

  it('reads term lists by rows', () => {
    expect(planOf(rowListSql, within)).toMatchInlineSnapshot(`
      [
        "SCAN wanted VIRTUAL TABLE INDEX 1:",
        "SEARCH list USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      ]
    `)
  })

  it('reads term lists by the ids of chunks', () => {
    expect(planOf(termListSql, '["a"]')).toMatchInlineSnapshot(`
      [
        "SCAN wanted VIRTUAL TABLE INDEX 1:",
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_1 (public_id=?)",
        "SEARCH list USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      ]
    `)
  })
})

describe('vector search', () => {
  const chunks = chunksSql('file')

  it('reads the vectors of a space in the order of the file', () => {
    expect(nearestSql).toMatchInlineSnapshot(`
      "SELECT id, vec_distance_cosine(value, ?) AS distance
      FROM vector WHERE id BETWEEN ? AND ?
      ORDER BY distance, id LIMIT ?"
    `)
    expect(planOf(nearestSql, vector, 1, 2, 10)).toMatchInlineSnapshot(`
      [
        "SEARCH vector USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "USE TEMP B-TREE FOR ORDER BY",
      ]
    `)
  })

  it('scores given chunks alone, whose vectors it finds by index', () => {
    const sql = scoresSql(chunks.given)
    expect(sql).toMatchInlineSnapshot(`
      "SELECT chunk.id AS chunk, chunk.public_id AS id,
        max(-1.0, min(1.0, 1 - min(vec_distance_cosine(vector.value, ?)))) AS score
      FROM chunk
      CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
      CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = input.text_hash
      WHERE chunk.id IN (SELECT value FROM json_each(?))
      GROUP BY chunk.id ORDER BY score DESC, chunk.public_id"
    `)
    expect(planOf(sql, vector, 1, within)).toMatchInlineSnapshot(`
      [
        "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)",
        "LIST SUBQUERY 1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH input USING PRIMARY KEY (chunk_id=?)",
        "SEARCH vector USING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)",
        "USE TEMP B-TREE FOR ORDER BY",
      ]
    `)
  })

  it('finds the chunks of the nearest vectors by index', () => {
    const sql = chunksOfVectorsSql('file')
    expect(sql).toMatchInlineSnapshot(`
      "SELECT near.id AS vector, input.chunk_id AS chunk
      FROM json_each(?) AS wanted
      CROSS JOIN vector AS near INDEXED BY vector_by_id ON near.id = wanted.value
      CROSS JOIN embedding_input AS input ON input.text_hash = near.text_hash
      WHERE input.chunk_id BETWEEN 1 AND 1099511627775"
    `)
    expect(planOf(sql, '[1]')).toMatchInlineSnapshot(`
      [
        "SCAN wanted VIRTUAL TABLE INDEX 1:",
        "SEARCH near USING COVERING INDEX vector_by_id (id=?)",
        "SEARCH input USING COVERING INDEX embedding_input_by_hash (text_hash=? AND chunk_id>? AND chunk_id<?)",
      ]
    `)
  })

  it('finds the vectors of named chunks by index', () => {
    expect(planOf(inputsSql(chunks.named), vector, 1, '["a"]')).toMatchInlineSnapshot(`
      [
        "SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_1 (public_id=?)",
        "LIST SUBQUERY 1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SEARCH input USING PRIMARY KEY (chunk_id=?)",
        "SEARCH vector USING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)",
        "USE TEMP B-TREE FOR ORDER BY",
      ]
    `)
  })
})

describe('spaces', () => {
  it('have vectors if one row of an index is theirs', () => {
    expect(planOf(spacesSql)).toMatchInlineSnapshot(`
      [
        "SCAN space",
        "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH vector USING COVERING INDEX sqlite_autoindex_vector_1 (space_id=?)",
        "USE TEMP B-TREE FOR ORDER BY",
      ]
    `)
  })

  it('find the texts they lack, and the documents that hold them, by index', () => {
    expect(planOf(pendingSql('file', 'first'), '', 1, 1, 0, 0, 1, 10)).toMatchInlineSnapshot(`
      [
        "SCAN document USING COVERING INDEX document_by_date",
        "SEARCH chunk USING INDEX sqlite_autoindex_chunk_2 (document_id=?)",
        "SEARCH input USING PRIMARY KEY (chunk_id=? AND position=?)",
        "CORRELATED SCALAR SUBQUERY 2",
        "SEARCH vector USING COVERING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)",
        "CORRELATED SCALAR SUBQUERY 3",
        "SEARCH other USING COVERING INDEX embedding_input_by_hash (text_hash=? AND chunk_id>? AND chunk_id<?)",
        "SEARCH other_chunk USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH other_document USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH holder USING INTEGER PRIMARY KEY (rowid=?)",
        "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH other USING COVERING INDEX embedding_input_by_hash (text_hash=?)",
        "SEARCH other_chunk USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH other_document USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH named USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH root USING INTEGER PRIMARY KEY (rowid=?)",
      ]
    `)
  })
})
