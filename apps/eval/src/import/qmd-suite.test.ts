import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readQmdSuite } from './qmd-suite.js'

const session = {
  id: 'session',
  query: 'when do sessions end',
  type: 'semantic',
  description: 'no word in common',
  expected_files: ['AUTH.md', 'qmd://notes/auth.md', 'ada.md'],
  expected_in_top_k: 3,
}

function fixture(content: unknown): { file: string; corpus: string } {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const folder = writeFiles({ ...notesSuite, 'bench.v1.json': text })
  return { file: join(folder, 'bench.v1.json'), corpus: join(folder, 'corpus') }
}

describe('readQmdSuite', () => {
  it('reads queries with their kind and note, judged by files of the folder', () => {
    const moon = { id: 'moon', query: 'lex: moon', expected_files: [] }
    const { file, corpus } = fixture({ description: 'Notes.', version: 1, queries: [session, moon] })
    expect(readQmdSuite(file, { corpus })).toEqual({
      name: 'bench.v1',
      description: 'Notes.',
      corpus: { kind: 'folder', path: corpus },
      queries: [
        {
          id: 'session',
          text: 'when do sessions end',
          kind: 'semantic',
          grades: new Map([
            ['auth.md', 1],
            ['people/ada.md', 1],
          ]),
          passages: [],
          note: 'no word in common',
        },
        { id: 'moon', text: 'moon', kind: '', grades: new Map(), passages: [], note: '' },
      ],
    })
    expect(readQmdSuite(file, { corpus, name: 'mine' }).name).toBe('mine')
  })

  it.each([
    ['{', 'SUITE_MALFORMED'],
    ['[]', 'SUITE_MALFORMED'],
    [{}, 'SUITE_MALFORMED'],
    [{ queries: ['x'] }, 'SUITE_MALFORMED'],
    [{ queries: [{ ...session, id: ' ' }] }, 'SUITE_MALFORMED'],
    [{ queries: [{ ...session, query: null }] }, 'SUITE_MALFORMED'],
    [{ queries: [{ ...session, expected_files: 'auth.md' }] }, 'SUITE_MALFORMED'],
    [{ queries: [{ ...session, expected_files: [1] }] }, 'SUITE_MALFORMED'],
    [{ queries: [session, session] }, 'SUITE_DUPLICATE'],
    [{ queries: [{ ...session, expected_files: ['nowhere.md'] }] }, 'SUITE_UNKNOWN_ID'],
  ])('refuses %j', (content, code) => {
    const { file, corpus } = fixture(content)
    expect(failureOf(() => readQmdSuite(file, { corpus }))).toMatchObject({ name: 'SuiteError', code, file })
  })

  it('refuses a file that is not indexed', () => {
    const { file, corpus } = fixture({ queries: [{ ...session, expected_files: ['map.PNG'] }] })
    writeFiles({ 'map.png': 'x' }, corpus)
    expect(failureOf(() => readQmdSuite(file, { corpus }))).toMatchObject({
      code: 'SUITE_UNKNOWN_ID',
      file,
      message: expect.stringContaining('"map.png" is not indexed'),
    })
  })

  it('says which folder or file is missing', () => {
    const { file, corpus } = fixture({ queries: [] })
    const nowhere = join(corpus, 'nowhere')
    expect(failureOf(() => readQmdSuite(file, { corpus: nowhere }))).toMatchObject({
      code: 'SUITE_NOT_FOUND',
      file: nowhere,
    })
    expect(failureOf(() => readQmdSuite(nowhere, { corpus }))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
  })
})
