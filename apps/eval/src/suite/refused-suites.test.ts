import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import {
  beirSuite,
  jsonLines,
  notesSuite,
  recordQuery,
  recordSuite,
  writeFiles,
} from '../__fixtures__/suite-folder.js'
import { readSuite } from './read-suite.js'

const suites = { notes: notesSuite, beir: beirSuite, records: recordSuite }

function query(relevant: unknown, more: object = {}): string {
  return JSON.stringify({ id: 'q', text: 'x', kind: 'direct', relevant, ...more })
}

const wrongRecord = (wrong: object) => jsonLines([recordQuery, { ...recordQuery, id: 'w', ...wrong }])

/** A suite, one of its files, its content, and the invalid line, if it is a single one. */
const malformed: [suite: keyof typeof suites, name: string, text: string, line?: number][] = [
  ['notes', 'suite.yaml', 'name: "notes', 1],
  ['notes', 'suite.yaml', 'name: *nobody'],
  ['notes', 'suite.yaml', 'name: &a { b: *a }'],
  ['notes', 'suite.yaml', 'name: " \\t"'],
  ['notes', 'suite.yaml', ''],
  ['notes', 'suite.yaml', 'description: x'],
  ['notes', 'suite.yaml', 'name: notes\ncorpus: [corpus]'],
  ['notes', 'suite.yaml', 'name: notes\ncorpus: {folder: corpus}'],
  ['notes', 'suite.yaml', 'name: notes\ncorpus: {packages: [yaml, 2]}'],
  ['notes', 'suite.yaml', 'name: notes\ncorpus: {packages: [a/b]}'],
  ['notes', 'queries.jsonl', '{"id": "q", "text": "x", "kind": "direct"}', 1],
  ['notes', 'queries.jsonl', query([], { note: 7 }), 1],
  ['notes', 'queries.jsonl', `\n${query([], { kind: 'all' })}`, 2],
  ['notes', 'queries.jsonl', query('auth.md'), 1],
  ['notes', 'queries.jsonl', query(['auth.md']), 1],
  ['notes', 'queries.jsonl', query([{}]), 1],
  ['notes', 'queries.jsonl', query([{ path: 'auth.md', grade: 0.5 }]), 1],
  ['beir', 'corpus.jsonl', '{"id": "a", "text": "x"}\n{', 2],
  ['beir', 'corpus.jsonl', '["a"]', 1],
  ['beir', 'corpus.jsonl', '{"text": "x"}', 1],
  ['beir', 'corpus.jsonl', '{"id": " ", "text": "x"}', 1],
  ['beir', 'corpus.jsonl', '{"_id": 7, "id": "a", "text": "x"}', 1],
  ['beir', 'queries.jsonl', '{"id": "q1"}', 1],
  ['beir', 'qrels.tsv', 'q1\td/1\t1\nquery-id\tcorpus-id\tscore', 2],
  ['beir', 'qrels.tsv', 'q1\td/1', 1],
  ['beir', 'qrels.tsv', 'q1\td/1\t1\t1', 1],
  ['beir', 'qrels.tsv', 'q1 d/1 1', 1],
  ['beir', 'qrels.tsv', 'q1\td/1\t-1', 1],
  ['beir', 'qrels.tsv', 'q1\td/1\tgood', 1],
  ['records', 'queries.jsonl', wrongRecord({ options: { colection: 'x' } }), 2],
  ['records', 'queries.jsonl', wrongRecord({ options: { limit: 'ten' } }), 2],
  ['records', 'queries.jsonl', wrongRecord({ options: { spatial: { field: 'place' } } }), 2],
  ['records', 'queries.jsonl', wrongRecord({ at: 'tomorrow' }), 2],
  ['records', 'queries.jsonl', wrongRecord({ relevant: ['cup'] }), 2],
  ['records', 'records.jsonl', '{"id": "cup", "content": "x"}\n{"id": "lamp", "content": " "}', 2],
]

it.each(malformed)('%s: %s with %j is malformed', (suite, name, text, line) => {
  const folder = writeFiles({ ...suites[suite], [name]: text })
  const position = { file: join(folder, name), line }
  expect(failureOf(() => readSuite(folder))).toMatchObject({ code: 'SUITE_MALFORMED', ...position })
})

/** Nine times nine times nine … */
const aliasBomb = Array.from({ length: 12 }, (_, level) => {
  const items = level === 0 ? 'x' : `*a${level - 1}`
  return `a${level}: &a${level} [${Array.from({ length: 9 }, () => items).join()}]\n`
}).join('')

it('rejects a manifest whose aliases multiply, or whose lists nest too deeply', () => {
  for (const text of [aliasBomb, `name: ${'['.repeat(20_000)}${']'.repeat(20_000)}`]) {
    const folder = writeFiles({ ...notesSuite, 'suite.yaml': text })
    const failure = failureOf(() => readSuite(folder))
    expect(failure).toMatchObject({ name: 'EvaluationError', code: 'SUITE_MALFORMED' })
  }
})

it.each([
  ['notes', 'suite.yaml', 'name: notes\ncorpus: nowhere', 'SUITE_NOT_FOUND'],
  ['notes', 'queries.jsonl', query([{ path: 'auth.md' }, { path: 'auth.md' }]), 'SUITE_DUPLICATE'],
  ['notes', 'queries.jsonl', `${query([])}\n${query([])}`, 'SUITE_DUPLICATE'],
  ...['nowhere.md', './auth.md', '../suite.yaml', 'people'].map(
    (path) => ['notes', 'queries.jsonl', query([{ path }]), 'SUITE_UNKNOWN_ID'] as const,
  ),
  ['beir', 'corpus.jsonl', '{"id": "a", "text": "x"}\n\n{"id": "a", "text": "y"}', 'SUITE_DUPLICATE'],
  ['beir', 'qrels.tsv', 'q1\td/1\t1\nq1\td/1\t2', 'SUITE_DUPLICATE'],
  ['beir', 'qrels.tsv', 'q9\td/1\t1', 'SUITE_UNKNOWN_ID'],
  ['beir', 'qrels.tsv', 'q1\td/9\t1', 'SUITE_UNKNOWN_ID'],
  ['records', 'queries.jsonl', wrongRecord({ relevant: [{ record: 'mug' }] }), 'SUITE_UNKNOWN_ID'],
  ['records', 'records.jsonl', '\n', 'SUITE_EMPTY'],
  ['notes', 'queries.jsonl', '', 'SUITE_EMPTY'],
  ['notes', 'queries.jsonl', jsonLines([{ id: 'a', text: ' ', relevant: [] }]), 'SUITE_EMPTY'],
] as const)('%s: %s with %j has the code %s', (suite, name, text, code) => {
  const folder = writeFiles({ ...suites[suite], [name]: text })
  expect(failureOf(() => readSuite(folder))).toMatchObject({ name: 'EvaluationError', code })
})

it('says what is missing', () => {
  for (const folder of [temporaryFolder(), join(temporaryFolder(), 'nowhere')]) {
    const message = expect.stringMatching(/suite\.yaml.*corpus\.jsonl/u) as string
    const failure = failureOf(() => readSuite(folder))
    expect(failure).toMatchObject({ code: 'SUITE_NOT_FOUND', file: folder, message })
  }
  const { 'qrels.tsv': _, ...unjudged } = beirSuite
  const folder = writeFiles(unjudged)
  expect(failureOf(() => readSuite(folder))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
})
