import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { beirSuite, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { documentFiles } from './lay-out-corpus.js'
import { readSuite, readSuiteFolder } from './read-suite.js'
import type { DocumentCorpus, Passage, Suite, SuiteQuery } from './suite.js'
import { checkOutside, writeSuite } from './write-suite.js'

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
        const files = documentFiles(suite.corpus.documents)
        writeSuite(out, suite, files)
        const names = new Map(files.map(({ name, id: document }) => [document, name]))
        const queries = suite.queries.map((query) => ({
          ...query,
          grades: new Map(Array.from(query.grades, ([document, value]) => [names.get(document), value])),
        }))
        expect(readSuiteFolder(out)).toEqual({
          ...suite,
          queries,
          corpus: { kind: 'folder', path: join(out, 'corpus') },
        })
      }),
      { numRuns: 60 },
    )
  })

  it('writes files that people can read and edit', () => {
    const out = join(temporaryFolder(), 'deep/suite')
    const { corpus, queries } = readSuite(writeFiles(beirSuite))
    const suite = { name: 'harbour', description: 'Two\nlines.', queries }
    writeSuite(out, suite, documentFiles((corpus as DocumentCorpus).documents))
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

  it('writes into an empty folder, and never into one with files', () => {
    const suite = readSuiteFolder(writeFiles(notesSuite))
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'empty'))
    writeSuite(join(folder, 'empty'), suite, [])
    writeFileSync(join(folder, 'file'), 'x')
    for (const name of ['empty', 'file', '.']) {
      const out = join(folder, name)
      const failure = failureOf(() => writeSuite(out, suite, []))
      expect(failure).toMatchObject({ code: 'SUITE_FOLDER_TAKEN', file: out })
    }
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x')
  })

  it('leaves no suite if the queries cannot be written', () => {
    const out = join(temporaryFolder(), 'suite')
    const suite = { name: 'notes', description: '', queries: [] }
    // A folder has that name.
    const inTheWay = { id: 'a', name: '../queries.jsonl/a.md', text: '' }
    expect(failureOf(() => writeSuite(out, suite, [inTheWay]))).toMatchObject({ code: 'USAGE' })
    expect(readdirSync(out)).toEqual(['corpus', 'queries.jsonl'])
    expect(failureOf(() => readSuite(out))).toMatchObject({ code: 'SUITE_NOT_FOUND' })
  })
})

describe('checkOutside', () => {
  it('rejects a folder inside the documents, even through links', () => {
    const notes = join(writeFiles(notesSuite), 'corpus')
    const elsewhere = temporaryFolder()
    const [linked, people] = [join(elsewhere, 'documents'), join(elsewhere, 'people')]
    symlinkSync(notes, linked)
    symlinkSync(join(notes, 'people'), people)
    for (const [documents, out] of [
      [linked, join(notes, 'deep/suite')],
      [notes, join(linked, 'deep/suite')],
      [notes, people],
      [linked, join(people, 'suite')],
    ] as const) {
      const failure = failureOf(() => checkOutside(out, documents))
      expect(failure).toMatchObject({ code: 'SUITE_FOLDER_TAKEN', file: out })
    }
    expect(failureOf(() => checkOutside(join(elsewhere, 'suite'), linked))).toBeUndefined()
  })
})
