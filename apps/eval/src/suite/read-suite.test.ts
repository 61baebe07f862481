import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { installPackages } from '../__fixtures__/package-folder.js'
import {
  beirSuite,
  jsonLines,
  notesSuite,
  recordQuery,
  recordSuite,
  writeFiles,
} from '../__fixtures__/suite-folder.js'
import { corpusFiles } from './open-corpus.js'
import { readSuite, readSuiteFolder, readSuites } from './read-suite.js'
import type { FileCorpus } from './suite.js'

type Files = Readonly<Record<string, string>>

function query(relevant: unknown, more: object = {}): string {
  return JSON.stringify({ id: 'q', text: 'x', kind: 'direct', relevant, ...more })
}

/** A suite with one query about the notes. */
const asking = (relevant: unknown): Files => ({ ...notesSuite, 'queries.jsonl': query(relevant) })
const read = (files: Files) => readSuiteFolder(writeFiles(files))

const plain = { kind: 'direct', passages: [], note: '' }

describe('a suite with a manifest', () => {
  it('has its name, its queries and a folder of documents', () => {
    const folder = writeFiles(notesSuite)
    expect(readSuite(folder)).toEqual({
      name: 'notes',
      description: 'Three notes.',
      corpus: { kind: 'folder', path: join(folder, 'corpus') },
      queries: [
        { ...plain, id: 'session', text: 'when do sessions end', grades: new Map([['auth.md', 1]]) },
        { ...plain, id: 'billing', text: 'billing service', grades: new Map([['people/ada.md', 2]]) },
        {
          ...plain,
          id: 'moon',
          text: 'phases of the moon',
          kind: 'absent',
          grades: new Map(),
          note: 'nothing',
        },
      ],
    })
    const named = { ...asking([{ path: 'ada.md' }]), 'suite.yaml': 'name: people\ncorpus: corpus/people\n' }
    expect(read(named).corpus).toMatchObject({ path: expect.stringMatching(/corpus.people$/u) })
  })

  it('has the time of its queries', () => {
    const at = (line: string) => read({ ...notesSuite, 'suite.yaml': `name: notes\n${line}` }).at
    expect(at('at: 2026-03-18T12:00:00Z')).toBe(Date.UTC(2026, 2, 18, 12))
    expect(at('')).toBeUndefined()
    expect(failureOf(() => at('at: soon'))).toMatchObject({ code: 'SUITE_MALFORMED' })
  })

  it('reads the Markdown files of packages', () => {
    const manifest = 'name: notes\ncorpus: {packages: [yaml@1.0.0]}\n'
    const relevant = [{ path: 'yaml/README.md', lines: 1, contains: 'for people' }]
    const folder = writeFiles({ 'suite.yaml': manifest, 'queries.jsonl': query(relevant) })
    const file = join(folder, 'suite.yaml')
    expect(failureOf(() => readSuite(folder))).toMatchObject({ code: 'SUITE_PACKAGE_MISSING', file })
    installPackages(folder, { yaml: { version: '1.0.0' } })
    expect(failureOf(() => readSuite(folder))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
    installPackages(folder, { yaml: { version: '1.0.0', 'README.md': 'Data for people.\n' } })
    const { corpus, queries } = readSuite(folder)
    expect([...corpusFiles(corpus as FileCorpus).keys()]).toEqual(['yaml/README.md'])
    expect(queries[0]?.passages).toEqual([
      { document: 'yaml/README.md', lines: [1, 1], contains: 'for people' },
    ])
  })

  it('reads the roots of a memory, with the files that belong to them', () => {
    const roots = [
      { name: 'all', path: 'corpus' },
      { name: 'some', path: 'more', include: ['b/*.md'] },
    ]
    const relevant = [
      { path: 'some:b/x.md', lines: [1, 1] },
      { path: 'all:auth.md', grade: 0 },
    ]
    const files = {
      ...asking(relevant),
      'suite.yaml': JSON.stringify({ name: 'own', corpus: { roots } }),
      'more/a.md': 'a\n',
      'more/b/x.md': 'x\n',
    }
    const folder = writeFiles(files)
    const { corpus, queries } = readSuite(folder)
    expect(corpus).toEqual({
      kind: 'roots',
      roots: roots.map((root) => ({ ...root, path: join(folder, root.path) })),
    })
    expect([...corpusFiles(corpus as FileCorpus).keys()]).toEqual([
      'all:auth.md',
      'all:garden.md',
      'all:people/ada.md',
      'some:b/x.md',
    ])
    expect([...(queries[0]?.grades ?? [])]).toEqual([
      ['some:b/x.md', 1],
      ['all:auth.md', 0],
    ])
    const outside = failureOf(() => read({ ...files, 'queries.jsonl': query([{ path: 'some:a.md' }]) }))
    expect(outside).toMatchObject({
      code: 'SUITE_UNKNOWN_ID',
      message: expect.stringContaining("corpus's roots"),
    })
  })

  it('reads passages, also several in one document, which gets the highest grade', () => {
    const relevant = [
      { path: 'auth.md', lines: [1, 3], grade: 1 },
      { path: 'auth.md', lines: 3, contains: 'end  after\n900', grade: 3 },
      { path: 'auth.md', lines: ' 1 - 3', contains: 'seconds.' },
      { path: 'auth.md' },
      { path: 'garden.md', grade: 0 },
      { path: 'people/ada.md', lines: '3', contains: null },
    ]
    const [only] = read(asking(relevant)).queries
    expect([...(only?.grades ?? [])]).toEqual([
      ['auth.md', 3],
      ['garden.md', 0],
      ['people/ada.md', 1],
    ])
    expect(only?.passages).toEqual([
      { document: 'auth.md', lines: [1, 3] },
      { document: 'auth.md', lines: [3, 3], contains: 'end  after\n900' },
      { document: 'auth.md', lines: [1, 3], contains: 'seconds.' },
      { document: 'people/ada.md', lines: [3, 3] },
    ])
  })

  it.each([
    [{ lines: 1, grade: 0 }, 'SUITE_MALFORMED', 'grade 0'],
    [{ lines: [3, 4] }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" has 3 lines, not lines 3-4'],
    [{ lines: 2 }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" has no text on line 2'],
    [{ contains: 'after 901' }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" does not contain "after 901"'],
    ...[[2, 1], [1, 2, 3], [1], 0, 1.5, '1-', 'all', {}, ['1', '2']].map(
      (lines) => [{ lines }, 'SUITE_MALFORMED', '"relevant.1.lines" must be'] as const,
    ),
    ...[' \n', 900].map(
      (contains) => [{ contains }, 'SUITE_MALFORMED', '"relevant.1.contains" must be'] as const,
    ),
  ] as [passage: object, code: string, words: string][])(
    'rejects the passage %j, and says where',
    (passage, code, words) => {
      const relevant = [{ path: 'garden.md' }, { path: 'auth.md', ...passage }]
      const folder = writeFiles({ ...notesSuite, 'queries.jsonl': `\n${query(relevant)}` })
      const position = { file: join(folder, 'queries.jsonl'), line: 2 }
      const message = expect.stringContaining(words) as string
      expect(failureOf(() => readSuite(folder))).toMatchObject({ code, ...position, message })
    },
  )

  it.each([
    [{ lines: 3 }, { lines: '3-3', grade: 2 }],
    [{ contains: '900 seconds' }, { contains: ' 900\tseconds ' }],
  ])('rejects the passage %j repeated as %j', (first, second) => {
    const relevant = [
      { path: 'auth.md', ...first },
      { path: 'auth.md', ...second },
    ]
    expect(failureOf(() => read(asking(relevant)))).toMatchObject({ code: 'SUITE_DUPLICATE', line: 1 })
  })

  it.each(['x.png', 'notes', '战国.pages', 'constructor'])('rejects %s, which is not indexed', (name) => {
    const files = { ...asking([{ path: `deep.md/${name}`, grade: 0 }]), [`corpus/deep.md/${name}`]: 'x\n' }
    expect(failureOf(() => read(files))).toMatchObject({ code: 'SUITE_UNKNOWN_ID', line: 1 })
  })
})

describe('a suite of records', () => {
  it('has its records, its sessions and the options of each query', () => {
    const options = {
      collection: 'default',
      filter: { place: { $exists: true } },
      spatial: { target: [1, 2], field: 'place', maxDistance: 3 },
      decay: { halfLifeDays: 30 },
      boost: { filter: { place: 1 }, factor: 1.5 },
      minConfidence: 0.5,
      limit: 20,
    }
    const relevant = [
      { record: 'cup', grade: 2 },
      { record: 'lamp', grade: 0 },
    ]
    const dated = { ...recordQuery, options, relevant, at: '2026-06-24' }
    const replay = { ...recordQuery, id: 'r', text: '', options: { session: 'drill' } }
    const { name, corpus, queries } = read({ ...recordSuite, 'queries.jsonl': jsonLines([dated, replay]) })
    expect(name).toBe('robot')
    expect(corpus).toMatchObject({ records: [{ id: 'cup' }, { id: 'lamp' }], sessions: [{ id: 'drill' }] })
    const { decay: _, spatial: __, ...same } = options
    expect(queries.map(({ recall }) => recall)).toEqual([
      {
        ...same,
        spatial: { position: [1, 2], field: 'place', maxDistance: 3 },
        decay: { halfLife: 30 },
        at: Date.parse('2026-06-24'),
      },
      { session: 'drill', at: Date.parse('2026-07-01T09:00:00Z') },
    ])
    expect([...(queries[0]?.grades ?? [])]).toEqual([
      ['cup', 2],
      ['lamp', 0],
    ])
  })

  it('may consist of a blank query that replays a session, but not of another blank one', () => {
    const blank = (options: object) =>
      writeFiles({ ...recordSuite, 'queries.jsonl': jsonLines([{ ...recordQuery, text: '', options }]) })
    expect(readSuite(blank({ session: 'drill' })).queries).toHaveLength(1)
    expect(failureOf(() => readSuite(blank({})))).toMatchObject({ code: 'SUITE_EMPTY' })
  })
})

describe('several suites', () => {
  it('are read in order and have distinct names', () => {
    const folders = [writeFiles(beirSuite), writeFiles(notesSuite)]
    expect(readSuites(folders).map(({ corpus }) => corpus.kind)).toEqual(['documents', 'folder'])
    const twice = [writeFiles(notesSuite), writeFiles(notesSuite)]
    expect(failureOf(() => readSuites(twice))).toMatchObject({ code: 'SUITE_NAME_TAKEN', file: twice[1] })
  })
})
