import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { jsonLines, pooledSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readBeirLayout } from './beir-layout.js'
import { poolsOf } from './pools.js'

describe('poolsOf', () => {
  it('puts each query to the documents with its own text in the field', () => {
    const suite = readBeirLayout(writeFiles(pooledSuite), 'town')
    expect(poolsOf(suite)).toMatchObject([
      {
        name: `${suite.name} Bonn`,
        corpus: { documents: [{ id: 'b/1' }, { id: 'b/2' }] },
        queries: [{ id: 'q1' }, { id: 'q2' }],
      },
      {
        name: `${suite.name} Kiel`,
        corpus: { documents: [{ id: 'k/1' }, { id: 'k/2' }] },
        queries: [{ id: 'q3' }],
      },
    ])
  })

  it('is the suite itself if no field is named', () => {
    const suite = readBeirLayout(writeFiles(pooledSuite))
    expect(poolsOf(suite)[0]).toBe(suite)
  })
})

describe('a suite in pools', () => {
  const elsewhere = jsonLines(['q1', 'q2', 'q3'].map((id) => ({ id, text: 'x', town: 'Ulm' })))
  it.each([
    ['corpus.jsonl', '{"id": "b/1", "text": "x"}', 'SUITE_MALFORMED', ':1: "town" must be'],
    ['queries.jsonl', '{"id": "q1", "text": "x", "town": 7}', 'SUITE_MALFORMED', ':1: "town" must be'],
    ['queries.jsonl', elsewhere, 'SUITE_UNKNOWN_ID', '"q1" belongs to "Ulm", and no document does'],
    [
      'qrels.tsv',
      'q1\tk/1\t1\n',
      'SUITE_UNKNOWN_ID',
      '"q1" belongs to "Bonn", and its answer "k/1" does not',
    ],
  ])('with %s of %j gives the code %s', (name, text, code, message) => {
    const folder = writeFiles({ ...pooledSuite, [name]: text })
    const failure = failureOf(() => readBeirLayout(folder, 'town'))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) as string })
  })
})
