import { basename } from 'node:path'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { beirSuite, jsonLines, pooledSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { isAnswerable } from '../measures/answer-measures.js'
import { readSuite } from './read-suite.js'
import { poolsOf, type DocumentCorpus } from './suite.js'

type Files = Readonly<Record<string, string>>

const read = (files: Files, poolBy?: string) => readSuite(writeFiles(files), poolBy)
const documentsOf = (files: Files) => (read(files).corpus as DocumentCorpus).documents
const plain = { kind: 'direct', passages: [], note: '' }

describe('a folder in the format of BEIR', () => {
  it('is named after itself, and has documents, queries and judgements', () => {
    const folder = writeFiles(beirSuite)
    const { name, corpus, queries } = readSuite(folder)
    expect([name, corpus.kind]).toEqual([basename(folder), 'documents'])
    expect(documentsOf(beirSuite)).toMatchObject([
      { id: 'd/1', title: 'Harbour', text: 'Ships wait at the quay.' },
      { title: '' },
      {},
    ])
    expect(queries[0]).toEqual({
      ...plain,
      id: 'q1',
      text: 'ships at the quay',
      grades: new Map([['d/1', 1]]),
    })
    expect(queries.map(({ grades }) => grades.size)).toEqual([1, 2, 0, 1])
  })

  it('has the previous turn for each turn of a session', () => {
    const sessions = { a: 's', x: 7, b: 's', c: null, d: null, y: 7 }
    const turns = Object.entries(sessions).map(([id, session]) => ({ id, text: `Text of ${id}.`, session }))
    const replies = documentsOf({ ...beirSuite, 'corpus.jsonl': jsonLines(turns), 'qrels.tsv': 'q1\ta\t1\n' })
    expect(replies.flatMap(({ id, replyTo }) => (replyTo === undefined ? [] : [[id, replyTo]]))).toEqual([
      ['b', 'Text of a.'],
      ['y', 'Text of x.'],
    ])
  })

  it('accepts the variants of the benchmark: _id, a header of the judgements, other names of notes', () => {
    const { queries } = read({
      'corpus.jsonl': '{"_id": "a", "title": "", "text": "x", "metadata": {}}\n',
      'queries.jsonl': '{"_id": "q", "text": "x", "note": null, "description": "an alias", "relevant": 7}\n',
      'qrels.tsv': 'query-id\tcorpus-id\tscore\nq\ta\t2\n',
    })
    expect(queries).toEqual([
      { id: 'q', text: 'x', kind: '', passages: [], note: 'an alias', grades: new Map([['a', 2]]) },
    ])
  })

  it('prefers the judgements next to the documents, then those of the test split with only its queries', () => {
    const { 'qrels.tsv': _, ...rest } = beirSuite
    const dev = { ...rest, 'qrels/dev.tsv': 'Query-ID\tCorpus-ID\tScore\nq2\td/1\t3\nq4\td/2\t0\n' }
    const test = { ...dev, 'qrels/test.tsv': 'q2\td/1\t2\n', 'qrels/train.tsv': 'q1\td/1\t1\n' }
    const gradesOf = (files: Files) => read(files).queries.map(({ id, grades }) => [id, grades.get('d/1')])
    expect(gradesOf(dev)).toEqual([
      ['q2', 3],
      ['q4', undefined],
    ])
    expect(gradesOf(test)).toEqual([['q2', 2]])
    expect(gradesOf({ ...test, ...beirSuite })).toHaveLength(4)
  })

  it('judges documents with the names of object properties', () => {
    const ids = ['constructor', '__proto__']
    const files = {
      'corpus.jsonl': jsonLines(ids.map((id) => ({ id, text: 'x' }))),
      'queries.jsonl': jsonLines([{ id: '__proto__', text: 'x' }]),
      'qrels.tsv': '__proto__\tconstructor\t2\n__proto__\t__proto__\t1\n',
    }
    expect([...(read(files).queries[0]?.grades ?? [])]).toEqual([
      ['constructor', 2],
      ['__proto__', 1],
    ])
    for (const line of ['__proto__\ttoString\t1', 'constructor\tconstructor\t1'])
      expect(failureOf(() => read({ ...files, 'qrels.tsv': line }))).toMatchObject({
        code: 'SUITE_UNKNOWN_ID',
      })
  })

  it('searches pools of documents with the same value in a field', () => {
    const suite = read(pooledSuite, 'town')
    expect(poolsOf(suite)).toMatchObject([
      {
        name: `${suite.name} Bonn`,
        corpus: { documents: [{ id: 'b/1' }, { id: 'b/2' }] },
        queries: [{}, {}],
      },
      {
        name: `${suite.name} Kiel`,
        corpus: { documents: [{ id: 'k/1' }, { id: 'k/2' }] },
        queries: [{ id: 'q3' }],
      },
    ])
    const whole = read(pooledSuite)
    expect(poolsOf(whole)).toEqual([whole])
  })

  it.each([
    ['corpus.jsonl', '{"id": "b/1", "text": "x"}', ':1: "town" must be'],
    ['queries.jsonl', '{"id": "q1", "text": "x", "town": 7}', ':1: "town" must be'],
    [
      'queries.jsonl',
      jsonLines(['q1', 'q2', 'q3'].map((id) => ({ id, text: 'x', town: 'Ulm' }))),
      '"q1" belongs to "Ulm", and no document does',
    ],
    ['qrels.tsv', 'q1\tk/1\t1\n', '"q1" belongs to "Bonn", and its answer "k/1" does not'],
  ])('rejects pools with %s of %j', (name, text, message) => {
    const failure = failureOf(() => read({ ...pooledSuite, [name]: text }, 'town'))
    expect(failure).toMatchObject({
      name: 'EvaluationError',
      message: expect.stringContaining(message) as string,
    })
  })
})

describe.skipIf(!sharedFile('data/precisionmembench'))('a set with blank and unanswerable queries', () => {
  it('is read completely, with distinct queries', () => {
    const { queries } = readSuite(sharedFile('data/precisionmembench') ?? '')
    const filled = queries.filter(({ text }) => text.trim() !== '')
    const answerable = filled.filter(({ grades }) => isAnswerable({ grades: Object.fromEntries(grades) }))
    expect([queries.length, filled.length, answerable.length]).toEqual([77, 73, 53])
  })
})
