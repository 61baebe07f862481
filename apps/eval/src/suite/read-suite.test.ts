import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { beirSuite, jsonLines, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readSuite, readSuites } from './read-suite.js'

describe('readSuite', () => {
  it('tells the layouts apart', () => {
    expect(readSuite(writeFiles(notesSuite)).corpus.kind).toBe('folder')
    expect(readSuite(writeFiles(beirSuite)).corpus.kind).toBe('documents')
  })

  it('names both layouts where it finds neither, also where there is no folder', () => {
    for (const folder of [temporaryFolder(), join(temporaryFolder(), 'nowhere')]) {
      const failure = failureOf(() => readSuite(folder))
      expect(failure).toMatchObject({ code: 'SUITE_NOT_FOUND', file: folder })
      expect(String(failure)).toMatch(/suite\.yaml.*corpus\.jsonl/)
    }
  })
})

describe('a kind called all', () => {
  it('is refused: reports have a row of that name', () => {
    const queries = jsonLines([{ id: 'a', text: 'sessions', kind: 'all', relevant: [{ path: 'auth.md' }] }])
    const folder = writeFiles({ ...notesSuite, 'queries.jsonl': `\n${queries}` })
    expect(failureOf(() => readSuite(folder))).toMatchObject({
      code: 'SUITE_MALFORMED',
      file: join(folder, 'queries.jsonl'),
      line: 2,
    })
  })
})

describe('a suite that asks nothing', () => {
  const blank = jsonLines([{ id: 'a', text: ' ', kind: '', relevant: [] }])
  it.each([
    ['without a query', notesSuite, ''],
    ['with blank queries alone', notesSuite, blank],
    ['in the layout of BEIR', { ...beirSuite, 'qrels.tsv': '' }, '\n'],
  ])('%s is refused', (_, files, queries) => {
    const folder = writeFiles({ ...files, 'queries.jsonl': queries })
    expect(failureOf(() => readSuite(folder))).toMatchObject({
      name: 'EvaluationError',
      code: 'SUITE_EMPTY',
      file: folder,
    })
  })
})

describe('documents named like what every object has', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

  it('are judged like others, and are not there where they are not', () => {
    const [constructor, proto] = names
    const documents = [constructor, proto].map((id) => ({ id, text: 'x' }))
    const queries = [{ id: '__proto__', text: 'x' }]
    const files = { 'corpus.jsonl': jsonLines(documents), 'queries.jsonl': jsonLines(queries) }
    const read = (qrels: string) => readSuite(writeFiles({ ...files, 'qrels.tsv': qrels })).queries
    expect(read(`__proto__\tconstructor\t2\n__proto__\t__proto__\t1\n`)).toMatchObject([
      {
        id: '__proto__',
        grades: new Map([
          ['constructor', 2],
          ['__proto__', 1],
        ]),
      },
    ])
    expect(failureOf(() => read('__proto__\ttoString\t1\n'))).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
    expect(failureOf(() => read('constructor\tconstructor\t1\n'))).toMatchObject({
      code: 'SUITE_UNKNOWN_ID',
    })
  })
})

describe('readSuites', () => {
  it('keeps the order', () => {
    const folders = [writeFiles(beirSuite), writeFiles(notesSuite)]
    expect(readSuites(folders).map(({ corpus }) => corpus.kind)).toEqual(['documents', 'folder'])
  })

  it('refuses two suites of one name', () => {
    const folders = [writeFiles(notesSuite), writeFiles(notesSuite)]
    expect(failureOf(() => readSuites(folders))).toMatchObject({ code: 'SUITE_NAME_TAKEN', file: folders[1] })
  })
})
