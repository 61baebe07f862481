import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { installPackages } from '../__fixtures__/package-folder.js'
import { notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { corpusFiles } from './open-corpus.js'
import { readOurLayout } from './our-layout.js'

function query(relevant: unknown): string {
  return JSON.stringify({ id: 'q', text: 'x', kind: 'direct', relevant })
}

/** Nine times nine times nine … */
const aliasBomb = Array.from({ length: 12 }, (_, level) => {
  const items = level === 0 ? 'x' : `*a${level - 1}`
  return `a${level}: &a${level} [${Array.from({ length: 9 }, () => items).join()}]\n`
}).join('')

const plain = { kind: 'direct', passages: [], note: '' }

describe('readOurLayout', () => {
  it('reads the manifest and the queries; the corpus is a folder', () => {
    const folder = writeFiles(notesSuite)
    expect(readOurLayout(folder)).toEqual({
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
  })

  it('takes when the queries are asked from the manifest', () => {
    const asked = (at: string) =>
      readOurLayout(writeFiles({ ...notesSuite, 'suite.yaml': `name: notes\n${at}` })).at
    expect(asked('at: 2026-03-18T12:00:00Z')).toBe(Date.UTC(2026, 2, 18, 12))
    expect(asked('')).toBeUndefined()
    expect(failureOf(() => asked('at: soon'))).toMatchObject({ code: 'SUITE_MALFORMED' })
  })

  it('takes the corpus that the manifest names', () => {
    const folder = writeFiles({ ...notesSuite, 'suite.yaml': 'name: people\ncorpus: corpus/people\n' })
    writeFiles({ 'queries.jsonl': query([{ path: 'ada.md' }]) }, folder)
    expect(readOurLayout(folder).corpus).toEqual({ kind: 'folder', path: join(folder, 'corpus/people') })
  })

  it('takes the Markdown files of packages that the manifest names', () => {
    const manifest = 'name: notes\ncorpus: {packages: [yaml@1.0.0]}\n'
    const relevant = [{ path: 'yaml/README.md', lines: 1, contains: 'for people' }]
    const folder = writeFiles({ 'suite.yaml': manifest, 'queries.jsonl': query(relevant) })
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({
      code: 'SUITE_PACKAGE_MISSING',
      file: join(folder, 'suite.yaml'),
    })
    installPackages(folder, { yaml: { version: '1.0.0', 'README.md': 'Data for people.\n' } })
    const { corpus, queries } = readOurLayout(folder)
    expect(corpus.kind === 'files' && [...corpus.files.keys()]).toEqual(['yaml/README.md'])
    expect(queries[0]?.passages).toEqual([
      { document: 'yaml/README.md', lines: [1, 1], contains: 'for people' },
    ])
  })

  it('takes the roots of a memory, with what of their folders belongs to them', () => {
    const corpus = {
      roots: [
        { name: 'all', path: 'corpus' },
        { name: 'some', path: 'more', include: ['b/*.md'] },
      ],
    }
    const relevant = [
      { path: 'some:b/x.md', lines: [1, 1] },
      { path: 'all:auth.md', grade: 0 },
    ]
    const folder = writeFiles({
      ...notesSuite,
      'suite.yaml': JSON.stringify({ name: 'own', corpus }),
      'queries.jsonl': query(relevant),
      'more/a.md': 'a\n',
      'more/b/x.md': 'x\n',
    })
    const suite = readOurLayout(folder)
    expect(suite.corpus).toEqual({
      kind: 'roots',
      roots: [
        { name: 'all', path: join(folder, 'corpus') },
        { name: 'some', path: join(folder, 'more'), include: ['b/*.md'] },
      ],
    })
    expect([...corpusFiles(suite.corpus).keys()]).toEqual([
      'all:auth.md',
      'all:garden.md',
      'all:people/ada.md',
      'some:b/x.md',
    ])
    expect(suite.queries[0]?.grades).toEqual(
      new Map([
        ['some:b/x.md', 1],
        ['all:auth.md', 0],
      ]),
    )
    writeFiles({ 'queries.jsonl': query([{ path: 'some:a.md' }]) }, folder)
    expect(String(failureOf(() => readOurLayout(folder)))).toContain("to index in the corpus's roots")
    writeFiles({ 'suite.yaml': 'name: x\ncorpus: {roots: [{name: a, path: gone}]}\n' }, folder)
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
  })

  it('refuses packages without Markdown, and an answer that no package has', () => {
    const manifest = 'name: notes\ncorpus: {packages: [yaml]}\n'
    const folder = writeFiles({ 'suite.yaml': manifest, 'queries.jsonl': query([{ path: 'yaml/b.md' }]) })
    installPackages(folder, { yaml: {} })
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
    installPackages(folder, { yaml: { 'a.md': 'x\n' } })
    const failure = failureOf(() => readOurLayout(folder))
    expect(failure).toMatchObject({ code: 'SUITE_UNKNOWN_ID', line: 1 })
    expect(String(failure)).toContain('no file "yaml/b.md" to index in the corpus\'s packages')
  })

  it('reads where answers stand, several places of one document too, whose grade is the highest', () => {
    const relevant = [
      { path: 'auth.md', lines: [1, 3], grade: 1 },
      { path: 'auth.md', lines: 3, contains: 'end  after\n900', grade: 3 },
      { path: 'auth.md', lines: ' 1 - 3', contains: 'seconds.' },
      { path: 'auth.md' },
      { path: 'garden.md', grade: 0 },
      { path: 'people/ada.md', lines: '3', contains: null },
    ]
    const folder = writeFiles({ ...notesSuite, 'queries.jsonl': query(relevant) })
    expect(readOurLayout(folder).queries).toEqual([
      {
        ...plain,
        id: 'q',
        text: 'x',
        grades: new Map([
          ['auth.md', 3],
          ['garden.md', 0],
          ['people/ada.md', 1],
        ]),
        passages: [
          { document: 'auth.md', lines: [1, 3] },
          { document: 'auth.md', lines: [3, 3], contains: 'end  after\n900' },
          { document: 'auth.md', lines: [1, 3], contains: 'seconds.' },
          { document: 'people/ada.md', lines: [3, 3] },
        ],
      },
    ])
  })

  it.each([
    [{ lines: 1, grade: 0 }, 'SUITE_MALFORMED', 'grade 0'],
    [{ lines: [3, 4] }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" has 3 lines, not lines 3-4'],
    [{ lines: 2 }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" has nothing on line 2'],
    [{ contains: 'after 901' }, 'SUITE_PASSAGE_NOT_FOUND', '"auth.md" does not hold "after 901"'],
  ])('refuses the place %j, and says where', (place, code, words) => {
    const relevant = [{ path: 'garden.md' }, { path: 'auth.md', ...place }]
    const folder = writeFiles({ ...notesSuite, 'queries.jsonl': `\n${query(relevant)}` })
    const failure = failureOf(() => readOurLayout(folder))
    expect(failure).toMatchObject({ code, file: join(folder, 'queries.jsonl'), line: 2 })
    expect(String(failure)).toContain(words)
  })

  it.each([
    ...[[2, 1], [1, 2, 3], [1], 0, 1.5, '1-', 'all', {}, ['1', '2']].map((lines) => ({ lines })),
    ...[' \n', 900].map((contains) => ({ contains })),
  ])('refuses %j, which says no place', (place) => {
    const folder = writeFiles({ ...notesSuite, 'queries.jsonl': query([{ path: 'auth.md', ...place }]) })
    const failure = failureOf(() => readOurLayout(folder))
    expect(failure).toMatchObject({ code: 'SUITE_MALFORMED', line: 1 })
    expect(String(failure)).toContain(`"relevant.0.${Object.keys(place).join()}" must be`)
  })

  it('does not take a place of a document twice, however it is written', () => {
    for (const [first, second] of [
      [{ lines: 3 }, { lines: '3-3', grade: 2 }],
      [{ contains: '900 seconds' }, { contains: ' 900\tseconds ' }],
    ]) {
      const relevant = [
        { path: 'auth.md', ...first },
        { path: 'auth.md', ...second },
      ]
      const folder = writeFiles({ ...notesSuite, 'queries.jsonl': query(relevant) })
      expect(failureOf(() => readOurLayout(folder))).toMatchObject({ code: 'SUITE_DUPLICATE', line: 1 })
    }
  })

  it.each(['x.png', 'notes', '战国.pages', 'constructor'])('refuses %s, which is not indexed', (name) => {
    const folder = writeFiles({ ...notesSuite, [`corpus/deep.md/${name}`]: 'x\n' })
    const file = join(folder, 'queries.jsonl')
    writeFiles(
      { 'queries.jsonl': query([{ path: 'auth.md' }, { path: `deep.md/${name}`, grade: 0 }]) },
      folder,
    )
    const failure = failureOf(() => readOurLayout(folder))
    expect(failure).toMatchObject({ code: 'SUITE_UNKNOWN_ID', file, line: 1 })
    expect(String(failure)).toContain(`"deep.md/${name}" is not indexed`)
  })

  it.each([
    ['aliases that multiply', aliasBomb],
    ['lists deeper than the stack', `name: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('refuses a manifest of %s', (_, manifest) => {
    const folder = writeFiles({ ...notesSuite, 'suite.yaml': manifest })
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({
      name: 'EvaluationError',
      code: 'SUITE_MALFORMED',
      file: join(folder, 'suite.yaml'),
    })
  })

  it.each([
    ['suite.yaml', 'name: "notes', 1, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: *nobody', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: &a { b: *a }', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: ""', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: " \\t"', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', '', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'description: x', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: nowhere', undefined, 'SUITE_NOT_FOUND'],
    ['suite.yaml', 'name: notes\ncorpus: [corpus]', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: {folder: corpus}', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: {packages: yaml}', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: {packages: []}', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: {packages: [yaml, 2]}', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: {packages: [corpus/people]}', undefined, 'SUITE_MALFORMED'],
    ['queries.jsonl', '{"id": "q", "text": "x", "relevant": []}', 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', '{"id": "q", "text": "x", "kind": "direct"}', 1, 'SUITE_MALFORMED'],
    [
      'queries.jsonl',
      '{"id": "q", "text": "x", "kind": "direct", "relevant": [], "note": 7}',
      1,
      'SUITE_MALFORMED',
    ],
    ['queries.jsonl', query('auth.md'), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query(['auth.md']), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{}]), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{ path: 'auth.md', grade: 0.5 }]), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{ path: 'auth.md' }, { path: 'auth.md' }]), 1, 'SUITE_DUPLICATE'],
    ['queries.jsonl', `${query([])}\n${query([])}`, 2, 'SUITE_DUPLICATE'],
    ['queries.jsonl', query([{ path: 'nowhere.md' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: './auth.md' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: '../suite.yaml' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: 'people' }]), 1, 'SUITE_UNKNOWN_ID'],
  ])('refuses %s with %j, and says where', (name, text, line, code) => {
    const folder = writeFiles({ ...notesSuite, [name]: text })
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({
      name: 'EvaluationError',
      code,
      file: join(folder, name),
      line,
    })
  })
})
