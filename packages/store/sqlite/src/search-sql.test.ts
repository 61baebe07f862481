import { afterAll, expect, it } from 'vitest'
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

/** Executes a statement, then returns the steps of its plan that read tables, without the lists that are bound. */
function stepsOf(sql: string, values: readonly SqlValue[]): string[] {
  database.prepare(sql).all(...values)
  return database
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
    .filter((detail) => /^(?:SCAN|SEARCH) (?!(?:given|requested|json_each) )/u.test(detail))
}

const vector = Buffer.alloc(8, 1)
const given = '[1, 2]'
const chunks = chunksSql('file')

const ofInputs = [
  'SEARCH input USING PRIMARY KEY (chunk_id=?)',
  'SEARCH vector USING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)',
]

type Plan = readonly [what: string, sql: string, values: readonly SqlValue[], steps: readonly string[]]

it.each<Plan>([
  ['matches', rowSql.matches, ['"harbour"'], ['SCAN chunk_words VIRTUAL TABLE INDEX 0:M3']],
  [
    'instances of a word',
    rowSql.instances,
    ['harbour'],
    ['SCAN temp.chunk_words_instance VIRTUAL TABLE INDEX 271:'],
  ],
  [
    'lengths of texts',
    rowSql.lengths('file'),
    [],
    ['SEARCH list USING COVERING INDEX chunk_word_list_by_length (chunk_id>? AND chunk_id<?)'],
  ],
  [
    'term lists',
    rowListSql,
    [given],
    [
      'SEARCH chunk USING COVERING INDEX chunk_by_id (id=?) LEFT-JOIN',
      'SEARCH list USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    ],
  ],
  [
    'term lists of named chunks',
    termListSql,
    ['["a"]'],
    [
      'SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_1 (public_id=?)',
      'SEARCH list USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    ],
  ],
  [
    'vectors in the order of the file',
    nearestSql,
    [vector, 1, 2, 10],
    ['SEARCH vector USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
  ],
  [
    'vectors of given chunks',
    scoresSql(chunks.given),
    [vector, 1, given],
    ['SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)', ...ofInputs],
  ],
  [
    'vectors of named chunks',
    inputsSql(chunks.named),
    [vector, 1, '["a"]'],
    ['SEARCH chunk USING COVERING INDEX sqlite_autoindex_chunk_1 (public_id=?)', ...ofInputs],
  ],
  [
    'chunks of vectors',
    chunksOfVectorsSql('file'),
    ['[1]'],
    [
      'SEARCH near USING COVERING INDEX vector_by_id (id=?)',
      'SEARCH input USING COVERING INDEX embedding_input_by_hash (text_hash=? AND chunk_id>? AND chunk_id<?)',
    ],
  ],
  [
    'spaces, with one vector each',
    spacesSql,
    [],
    ['SCAN space', 'SEARCH vector USING COVERING INDEX sqlite_autoindex_vector_1 (space_id=?)'],
  ],
  [
    'texts without a vector, and their documents',
    pendingSql('file', 'first'),
    ['', 1, 1, 0, 0, 1, 10],
    [
      'SCAN document USING COVERING INDEX document_by_date',
      'SEARCH chunk USING INDEX sqlite_autoindex_chunk_2 (document_id=?)',
      'SEARCH input USING PRIMARY KEY (chunk_id=? AND position=?)',
      'SEARCH vector USING COVERING INDEX sqlite_autoindex_vector_1 (space_id=? AND text_hash=?)',
      'SEARCH other USING COVERING INDEX embedding_input_by_hash (text_hash=? AND chunk_id>? AND chunk_id<?)',
      'SEARCH other_chunk USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH other_document USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH holder USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH other USING COVERING INDEX embedding_input_by_hash (text_hash=?)',
      'SEARCH other_chunk USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH other_document USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH named USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH root USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
])('%s are read by an index', (_, sql, values, steps) => {
  expect(stepsOf(sql, values)).toEqual(steps)
})

it.each(['SELECT model, models FROM chunks', 'SELECT c.text FROM chunks_vec v JOIN chunks c ON c.id = v.id'])(
  '%s looks up the vectors of each text by index',
  (sql) => {
    const steps = stepsOf(sql, []).filter((step) => step.includes(' vector '))
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((step) => !step.endsWith('(space_id=? AND text_hash=?)'))).toEqual([])
  },
)
