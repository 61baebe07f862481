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
    const failure = failureOf(() => readSuite(writeFiles({ ...notesSuite, 'queries.jsonl': queries })))
    expect(failure).toMatchObject({ code: 'SUITE_MALFORMED', message: expect.stringContaining('"a"') })
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
