import { basename, join } from 'node:path'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { beirSuite, jsonLines, writeFiles } from '../__fixtures__/suite-folder.js'
import { isAnswerable } from '../measures/answer-measures.js'
import { readBeirLayout } from './beir-layout.js'

const plain = { id: 'q', text: 'x', kind: '', passages: [], note: '' }

describe('readBeirLayout', () => {
  it('reads documents, queries and judgements, and is named after its folder', () => {
    const folder = writeFiles(beirSuite)
    const suite = readBeirLayout(folder)
    expect(suite.name).toBe(basename(folder))
    expect(suite.corpus).toMatchObject({
      kind: 'documents',
      documents: [{ id: 'd/1', title: 'Harbour', text: 'Ships wait at the quay.' }, { title: '' }, {}],
    })
    expect(suite.queries[0]).toEqual({
      id: 'q1',
      text: 'ships at the quay',
      kind: 'direct',
      grades: new Map([['d/1', 1]]),
      passages: [],
      note: '',
    })
    expect(suite.queries.map(({ grades }) => grades.size)).toEqual([1, 2, 0, 1])
  })

  it('knows what each turn of a session replies to', () => {
    const turn = (id: string, session?: unknown) => ({ id, text: `Text of ${id}.`, session })
    const turns = [
      turn('a', 's'),
      turn('x', 7),
      turn('b', 's'),
      turn('c', null),
      turn('d', null),
      turn('y', 7),
    ]
    const suite = readBeirLayout(
      writeFiles({ ...beirSuite, 'corpus.jsonl': jsonLines(turns), 'qrels.tsv': 'q1\ta\t1\n' }),
    )
    expect(suite.corpus.documents.map(({ replyTo }) => replyTo)).toEqual([
      undefined,
      undefined,
      'Text of a.',
      undefined,
      undefined,
      'Text of x.',
    ])
  })

  it('reads what the benchmark itself offers: ids called _id, headings over the judgements', () => {
    const suite = readBeirLayout(
      writeFiles({
        'corpus.jsonl': '{"_id": "a", "title": "", "text": "x", "metadata": {}}\n',
        'queries.jsonl': '{"_id": "q", "text": "x", "metadata": {}}\n',
        'qrels.tsv': 'query-id\tcorpus-id\tscore\nq\ta\t2\n',
      }),
    )
    expect(suite.corpus).toMatchObject({ documents: [{ id: 'a' }] })
    expect(suite.queries).toEqual([{ ...plain, grades: new Map([['a', 2]]) }])
  })

  it.each(['qrels/test.tsv', 'qrels/dev.tsv'])('reads %s, and the queries of that part alone', (path) => {
    const { 'qrels.tsv': _, ...rest } = beirSuite
    const folder = writeFiles({
      ...rest,
      [path]: 'Query-ID\tCorpus-ID\tScore\nq2\td/1\t1\nq4\td/2\t0\n',
      'qrels/train.tsv': 'q1\td/1\t1\n',
    })
    expect(readBeirLayout(folder).queries.map(({ id }) => id)).toEqual(['q2', 'q4'])
  })

  it('takes the judgements beside the documents first, then the test part', () => {
    const judgements = { 'qrels/dev.tsv': 'q1\td/1\t3\n', 'qrels/test.tsv': 'q1\td/1\t2\n' }
    const { 'qrels.tsv': _, ...rest } = beirSuite
    const gradeOf = (files: Readonly<Record<string, string>>) =>
      readBeirLayout(writeFiles(files)).queries[0]?.grades.get('d/1')
    expect(gradeOf({ ...rest, ...judgements })).toBe(2)
    expect(gradeOf({ ...beirSuite, ...judgements })).toBe(1)
  })

  it('keeps what is noted of a query, under either name', () => {
    const queries = [
      { id: 'q1', text: 'x', note: 'hard' },
      { id: 'q2', text: 'x', note: null, description: 'an alias' },
      { id: 'q3', text: 'x', note: 7 },
      { id: 'q4', text: 'x' },
    ]
    const suite = readBeirLayout(writeFiles({ ...beirSuite, 'queries.jsonl': jsonLines(queries) }))
    expect(suite.queries.map(({ note }) => note)).toEqual(['hard', 'an alias', '', ''])
  })

  it.each([
    ['corpus.jsonl', '{"id": "a", "text": "x"}\n{', 2, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '["a"]', 1, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '{"text": "x"}', 1, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '{"id": " ", "text": "x"}', 1, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '{"id": 7, "text": "x"}', 1, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '{"id": "a", "text": "x"}\n\n{"id": "a", "text": "y"}', 3, 'SUITE_DUPLICATE'],
    ['queries.jsonl', '{"id": "q1"}', 1, 'SUITE_MALFORMED'],
    ['corpus.jsonl', '{"_id": 7, "id": "a", "text": "x"}', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1\t1\nquery-id\tcorpus-id\tscore', 2, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1\t1\t1', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1 d/1 1', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1\t-1', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1\tgood', 1, 'SUITE_MALFORMED'],
    ['qrels.tsv', 'q1\td/1\t1\nq1\td/1\t2', 2, 'SUITE_DUPLICATE'],
    ['qrels.tsv', 'q9\td/1\t1', 1, 'SUITE_UNKNOWN_ID'],
    ['qrels.tsv', 'q1\td/9\t1', 1, 'SUITE_UNKNOWN_ID'],
  ])('refuses %s with %j, and says where', (name, text, line, code) => {
    const folder = writeFiles({ ...beirSuite, [name]: text })
    const file = join(folder, name)
    const failure = failureOf(() => readBeirLayout(folder))
    expect(failure).toMatchObject({ name: 'EvaluationError', code, file, line })
    expect(String(failure)).toContain(`${file}:${line}: `)
  })

  it('says which file is missing', () => {
    const folder = writeFiles({ 'corpus.jsonl': '' })
    expect(failureOf(() => readBeirLayout(folder))).toMatchObject({
      code: 'SUITE_NOT_FOUND',
      file: join(folder, 'queries.jsonl'),
      line: undefined,
    })
  })
})

describe.skipIf(!sharedFile('data/precisionmembench'))('a set with blank and unanswerable queries', () => {
  it('is read whole, and its queries are told apart', () => {
    const suite = readBeirLayout(sharedFile('data/precisionmembench') ?? '')
    const asking = suite.queries.filter(({ text }) => text.trim() !== '')
    const answerable = asking.filter(({ grades }) => isAnswerable({ grades: Object.fromEntries(grades) }))
    expect([suite.queries.length, asking.length, answerable.length]).toEqual([77, 73, 53])
  })
})
