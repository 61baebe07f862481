import { readFileSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { documentFiles, layOutCorpus, safeName } from './lay-out-corpus.js'
import { listFiles } from './open-corpus.js'
import type { TextCorpus } from './suite.js'

const harbour = { id: 'd/1', title: 'Harbour', text: 'Ships.' }
const station = { id: 'd/2', title: '', text: 'Trains.' }

function layOut(corpus: TextCorpus, workFolder: string) {
  const { folders, idOf } = layOutCorpus(corpus, workFolder)
  return { folder: folders.join(), idOf: (path: string) => idOf(path, 'root') }
}

describe('layOutCorpus', () => {
  it('uses a folder in place', () => {
    const { folder, idOf } = layOut({ kind: 'folder', path: '/notes' }, '/nowhere')
    expect([folder, idOf('people/ada.md')]).toEqual(['/notes', 'people/ada.md'])
  })

  it('writes a file for each document and maps it to its id', () => {
    const { folder, idOf } = layOut({ kind: 'documents', documents: [harbour, station] }, temporaryFolder())
    expect(readdirSync(folder).map((name) => idOf(name))).toEqual(['d/1', 'd/2'])
    expect(readFileSync(join(folder, 'd-1.md'), 'utf8')).toBe('# Harbour\n\nShips.')
  })

  it('writes the previous turn, unless the text has front matter', () => {
    const replyTo = 'Which "ships"?\nThose?'
    const noted = { id: 'd/3', title: '', text: '---\nkind: note\n---\nA', replyTo }
    const { folder } = layOut(
      { kind: 'documents', documents: [{ ...harbour, replyTo }, noted] },
      temporaryFolder(),
    )
    expect(readFileSync(join(folder, 'd-1.md'), 'utf8')).toBe(
      '---\nreplyTo: "Which \\"ships\\"?\\nThose?"\n---\n# Harbour\n\nShips.',
    )
    expect(readFileSync(join(folder, 'd-3.md'), 'utf8')).toBe(noted.text)
  })

  it('copies files of several folders under their ids, byte for byte', () => {
    const from = writeFiles({ 'a/x.md': '\ufeff# X\r\n', 'b/y.md': 'Y', 'b/z.md': 'Z' })
    const work = temporaryFolder()
    const files = new Map([
      ['a/README.md', join(from, 'a/x.md')],
      ['@b/c/docs/y.md', join(from, 'b/y.md')],
    ])
    const { folder, idOf } = layOut({ kind: 'files', files }, work)
    expect(listFiles(folder)).toEqual(['@b/c/docs/y.md', 'a/README.md'])
    expect(readFileSync(join(folder, 'a/README.md'), 'utf8')).toBe('\ufeff# X\r\n')
    expect(idOf('a/README.md')).toBe('a/README.md')
    const fewer = new Map([['@b/c/docs/y.md', join(from, 'b/z.md')]])
    layOutCorpus({ kind: 'files', files: fewer }, work)
    expect(listFiles(folder)).toEqual(['@b/c/docs/y.md'])
    expect(readFileSync(join(folder, '@b/c/docs/y.md'), 'utf8')).toBe('Z')
  })

  it('only writes files that have changed since the last run', () => {
    const work = temporaryFolder()
    const { folder } = layOut({ kind: 'documents', documents: [harbour, station] }, work)
    const long = new Date('2020-01-01')
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), long, long)
    const changed = { ...station, text: 'Trains leave.' }
    layOutCorpus({ kind: 'documents', documents: [harbour, changed] }, work)
    expect(statSync(join(folder, 'd-1.md')).mtime).toEqual(long)
    expect(readFileSync(join(folder, 'd-2.md'), 'utf8')).toBe('Trains leave.')
  })
})

function namesOf(ids: readonly string[]): [name: string, id: string][] {
  return documentFiles(ids.map((id) => ({ id, title: '', text: '' }))).map(({ name, id }) => [name, id])
}

describe('the text of a document as a file', () => {
  it.each([
    ['Acme  Labs\n', 'Acme Labs is a startup.', '# Acme Labs\n\nAcme Labs is a startup.'],
    [' ', 'Trains leave at noon.', 'Trains leave at noon.'],
    ['Other', '# Mine\n\nx', '# Mine\n\nx'],
    ['Other', '\n# Mine\n', '\n# Mine\n'],
    ['Other', '---\ntitle: Mine\n---\n\n# Mine\n\nx', '---\ntitle: Mine\n---\n\n# Mine\n\nx'],
    ['Get started', 'Get started\n\n\nIf you are new.', '# Get started\n\nIf you are new.'],
    ['Plan', '---\r\nstatus: open\r\n---\r\nText.', '---\r\nstatus: open\r\n---\r\n# Plan\n\nText.'],
    // A rule is not front matter, and a lower heading is not the title.
    ['Plan', '---\nText.', '# Plan\n\n---\nText.'],
    ['Plan', '## Steps', '# Plan\n\n## Steps'],
  ])('with the title %j, of %j is %j', (title, text, expected) => {
    expect(documentFiles([{ id: 'a', title, text }])[0]?.text).toBe(expected)
  })
})

describe('the names of documents as files', () => {
  it('makes names from paths and URLs', () => {
    expect(namesOf(['memory/2026-02-12.md', 'https://x.org/a#b', '战国'])).toEqual([
      ['memory-2026-02-12.md', 'memory/2026-02-12.md'],
      ['https-x.org-a-b.md', 'https://x.org/a#b'],
      ['战国.md', '战国'],
    ])
  })

  it('makes equal names distinct, also ignoring case', () => {
    expect(namesOf(['a/b', 'a b', 'A-B', 'a-b-2']).map(([name]) => name)).toEqual([
      'a-b.md',
      'a-b-2.md',
      'A-B-3.md',
      'a-b-2-2.md',
    ])
  })

  it('never hides a file, leaves the folder or loses an id', () => {
    const ids = fc.uniqueArray(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', '/')),
    )
    fc.assert(
      fc.property(ids, (some) => {
        const files = namesOf(some)
        expect(files.map(([, id]) => id)).toEqual(some)
        expect(new Set(files.map(([name]) => name.toLowerCase())).size).toBe(some.length)
        for (const [name] of files) expect(name).toMatch(/^[^./\\\0][^/\\\0]*\.md$/)
      }),
    )
  })
})

describe('safeName', () => {
  it('keeps the end of a long id', () => {
    expect(safeName(`${'x'.repeat(100)}/the-end`)).toBe(`${'x'.repeat(52)}-the-end`)
  })

  it('has a name for an id without usable characters', () => {
    expect(safeName('../..')).toBe('unnamed')
  })
})
