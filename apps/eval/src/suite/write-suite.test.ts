import { mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { beirSuite, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readBeirLayout } from './beir-layout.js'
import { documentFiles } from './lay-out-corpus.js'
import { readOurLayout } from './our-layout.js'
import { readSuite } from './read-suite.js'
import type { DocumentCorpus, FolderCorpus, Passage, Suite, SuiteQuery } from './suite.js'
import { writeOurLayout, writeSuite } from './write-suite.js'

const hostileText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'true',
    '12',
    '~',
    '- a',
    '"',
    "it's\r\n",
    ' \t',
    '\u0000\u0085\u2028\ufeff',
    '# x',
    'a: b',
  ),
)

const id = hostileText.filter((text) => text.trim() !== '')

const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 })

const grade = fc.constantFrom(0, 1, 2, 100)

function queriesOver(documents: readonly string[], passages: fc.Arbitrary<Passage[]>) {
  const grades = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...documents), grade), { selector: ([document]) => document })
    .map((entries) => new Map(entries))
  const query = fc
    .record({ text: hostileText, kind: hostileText, note: hostileText, grades, passages })
    .map((fields): Omit<SuiteQuery, 'id'> => {
      const isAnswer = ({ document }: Passage) => (fields.grades.get(document) ?? 0) > 0
      return { ...fields, passages: fields.passages.filter(isAnswer) }
    })
  return ids.chain((some) =>
    fc.tuple(...some.map((name) => query.map((fields): SuiteQuery => ({ ...fields, id: name })))),
  )
}

function readFolderSuite(folder: string) {
  return readOurLayout(folder) as Suite<FolderCorpus>
}

describe('writeSuite', () => {
  it('writes texts that read back as files, with queries and grades as they were', () => {
    const suites = ids.chain((some) =>
      fc.record({ name: id, description: hostileText }).chain((fields) =>
        queriesOver(some, fc.constant([])).map((queries): Suite<DocumentCorpus> => {
          const documents = some.map((document) => ({ id: document, title: '', text: document }))
          return { ...fields, corpus: { kind: 'documents', documents }, queries }
        }),
      ),
    )
    const folder = temporaryFolder()
    let count = 0
    fc.assert(
      fc.property(suites, (suite) => {
        const out = join(folder, String((count += 1)))
        writeSuite(out, suite)
        const { documents } = suite.corpus
        const names = new Map(documentFiles(documents).map(({ name, id: own }) => [own, name]))
        const queries = suite.queries.map((query) => ({
          ...query,
          grades: new Map(Array.from(query.grades, ([document, value]) => [names.get(document), value])),
        }))
        expect(readOurLayout(out)).toEqual({
          ...suite,
          queries,
          corpus: { kind: 'folder', path: join(out, 'corpus') },
        })
      }),
      { numRuns: 60 },
    )
  })

  it('writes places of answers that read back as they were', () => {
    const notes = writeFiles(notesSuite)
    const places = fc.uniqueArray(
      fc.constantFrom<Passage>(
        { document: 'auth.md', lines: [1, 3] },
        { document: 'auth.md', contains: 'Sessions\n end' },
        { document: 'auth.md', lines: [3, 3], contains: '"900 seconds'.slice(1) },
        { document: 'garden.md', lines: [1, 1] },
      ),
    )
    const suites = queriesOver(['auth.md', 'garden.md', 'people/ada.md'], places).map((queries) => ({
      name: 'notes',
      description: '',
      corpus: { kind: 'folder' as const, path: join(notes, 'corpus') },
      queries,
    }))
    let count = 0
    fc.assert(
      fc.property(suites, (suite) => {
        const out = join(notes, String((count += 1)))
        writeSuite(out, suite)
        expect(readOurLayout(out)).toEqual(suite)
      }),
      { numRuns: 40 },
    )
  })

  it('writes what people can read and mend', () => {
    const out = join(temporaryFolder(), 'deep/suite')
    writeSuite(out, { ...readBeirLayout(writeFiles(beirSuite)), name: 'harbour', description: 'Two\nlines.' })
    expect(readFileSync(join(out, 'suite.yaml'), 'utf8')).toBe(
      'name: harbour\ndescription: |-\n  Two\n  lines.\n',
    )
    const lines = readFileSync(join(out, 'queries.jsonl'), 'utf8').split('\n')
    expect(lines.slice(1)).toEqual([
      '{"id":"q2","text":"aeroplanes at the gate","kind":"","relevant":[{"path":"D-1-2.md","grade":2},{"path":"d-1.md"}]}',
      '{"id":"q3","text":" ","kind":"","relevant":[]}',
      '{"id":"q4","text":"submarines","kind":"","relevant":[{"path":"d-2.md","grade":0}]}',
      '',
    ])
    expect(readdirSync(join(out, 'corpus'))).toEqual(['D-1-2.md', 'd-1.md', 'd-2.md'])
    expect(readFileSync(join(out, 'corpus/d-1.md'), 'utf8')).toBe('# Harbour\n\nShips wait at the quay.')
  })

  it('points to a folder in a way that survives moving both', () => {
    const folder = temporaryFolder()
    const home = join(folder, 'old')
    writeFiles({ ...notesSuite }, join(home, 'notes'))
    const suite = readFolderSuite(join(home, 'notes'))
    writeSuite(join(home, 'suite'), suite)
    writeSuite(join(folder, 'far', 'suite'), suite)
    expect(readOurLayout(join(folder, 'far/suite')).corpus).toEqual(suite.corpus)
    renameSync(home, join(folder, 'new'))
    expect(readOurLayout(join(folder, 'new/suite')).corpus).toMatchObject({
      path: join(folder, 'new/notes/corpus'),
    })
  })

  it('writes into an empty folder, never into one that holds something', () => {
    const suite = readFolderSuite(writeFiles(notesSuite))
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'empty'))
    writeSuite(join(folder, 'empty'), suite)
    writeFileSync(join(folder, 'file'), 'x')
    for (const name of ['empty', 'file', '.']) {
      const out = join(folder, name)
      expect(failureOf(() => writeSuite(out, suite))).toMatchObject({ code: 'SUITE_FOLDER_TAKEN', file: out })
    }
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x')
  })

  it('does not write among the documents by way of a link to them, or into them', () => {
    const notes = writeFiles(notesSuite)
    const elsewhere = temporaryFolder()
    symlinkSync(join(notes, 'corpus'), join(elsewhere, 'documents'))
    symlinkSync(join(notes, 'corpus/people'), join(elsewhere, 'people'))
    const suite = readFolderSuite(notes)
    const linked = { ...suite, corpus: { kind: 'folder', path: join(elsewhere, 'documents') } } as const
    for (const [each, out] of [
      [linked, join(notes, 'corpus/deep/suite')],
      [suite, join(elsewhere, 'documents/deep/suite')],
      [suite, join(elsewhere, 'people')],
      [linked, join(elsewhere, 'people/suite')],
    ] as const) {
      expect(failureOf(() => writeSuite(out, each))).toMatchObject({ code: 'SUITE_FOLDER_TAKEN', file: out })
    }
    expect(readdirSync(join(notes, 'corpus')).toSorted()).toEqual(['auth.md', 'garden.md', 'people'])
    expect(readdirSync(join(notes, 'corpus/people'))).toEqual(['ada.md'])
    writeSuite(join(elsewhere, 'suite'), linked)
    expect(readOurLayout(join(elsewhere, 'suite')).queries).toEqual(suite.queries)
  })
})

it('leaves no suite behind where the queries cannot be written', () => {
  const out = join(temporaryFolder(), 'suite')
  const suite = { name: 'notes', description: '', queries: [] }
  const failure = failureOf(() =>
    // A folder of that name is in the way.
    writeOurLayout(out, suite, [{ id: 'a', name: '../queries.jsonl/a.md', text: '' }]),
  )
  expect(failure).toMatchObject({ code: 'USAGE' })
  expect(readdirSync(out)).toEqual(['corpus', 'queries.jsonl'])
  expect(failureOf(() => readSuite(out))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
})
