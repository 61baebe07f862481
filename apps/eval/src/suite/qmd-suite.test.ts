import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { plainQuery, readQmdSuite, resolvePath } from './qmd-suite.js'

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
    expect(failureOf(() => readQmdSuite(file, { corpus }))).toMatchObject({
      name: 'EvaluationError',
      code,
      file,
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

it.each([
  ['trust battery', 'trust battery'],
  ['two\nlines: as they are', 'two\nlines: as they are'],
  ['what does lex: mean', 'what does lex: mean'],
  ['lex: CAP theorem', 'CAP theorem'],
  [
    'intent: databases\nlex: CAP theorem\n\nVEC:what to give up in a partition\nhyde: CAP theorem',
    'CAP theorem\nwhat to give up in a partition',
  ],
])('makes of the query %j %j', (query, words) => {
  expect(plainQuery(query)).toBe(words)
})

describe('resolvePath', () => {
  const files = [
    'README.md',
    'docs/readme.md',
    'docs/api/Auth Flow (v2).md',
    'docs/data.md',
    'old/data.md',
    'big-data.md',
  ]

  const place = { file: 'fixture.json' }

  it.each([
    ['README.md', 'README.md'],
    ['docs/README.md', 'docs/readme.md'],
    ['Readme.md', 'README.md'],
    ['qmd://wiki/docs/data.md', 'docs/data.md'],
    ['QMD://wiki/readme.md', 'README.md'],
    ['/docs/data.md/', 'docs/data.md'],
    ['api/auth flow (v2).md', 'docs/api/Auth Flow (v2).md'],
    ['docs/api/auth-flow-v2.md', 'docs/api/Auth Flow (v2).md'],
    ['auth-flow-v2.md', 'docs/api/Auth Flow (v2).md'],
    ['big-data.md', 'big-data.md'],
  ])('finds %s', (expected, path) => {
    expect(resolvePath(expected, files, place)).toBe(path)
  })

  it('names all files that may be meant', () => {
    const failure = failureOf(() => resolvePath('Data.md', files, place))
    expect(failure).toMatchObject({
      name: 'EvaluationError',
      code: 'SUITE_AMBIGUOUS_PATH',
      file: 'fixture.json',
    })
    expect(String(failure)).toContain('"docs/data.md", "old/data.md"')
    expect(String(failure)).not.toContain('big-data')
  })

  it('names a similar path where none is meant', () => {
    const failure = failureOf(() => resolvePath('doc/data.md', files, place))
    expect(failure).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
    expect(String(failure)).toContain('Did you mean "docs/data.md"?')
    expect(failureOf(() => resolvePath('ata.md', files, place))).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
  })
})
