import { readFileSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { layOutCorpus } from './lay-out-corpus.js'
import { listFiles } from './open-corpus.js'

const harbour = { id: 'd/1', title: 'Harbour', text: 'Ships.' }
const station = { id: 'd/2', title: '', text: 'Trains.' }

describe('layOutCorpus', () => {
  it('leaves a folder where it is', () => {
    const { folder, idOf } = layOutCorpus({ kind: 'folder', path: '/notes' }, '/nowhere')
    expect([folder, idOf('people/ada.md')]).toEqual(['/notes', 'people/ada.md'])
  })

  it('writes a file for each document and knows whose it is', () => {
    const { folder, idOf } = layOutCorpus(
      { kind: 'documents', documents: [harbour, station] },
      temporaryFolder(),
    )
    expect(readdirSync(folder).map(idOf)).toEqual(['d/1', 'd/2'])
    expect(readFileSync(join(folder, 'd-1.md'), 'utf8')).toBe('# Harbour\n\nShips.')
  })

  it('brings files of several folders together under their ids, byte for byte', () => {
    const from = writeFiles({ 'a/x.md': '\ufeff# X\r\n', 'b/y.md': 'Y', 'b/z.md': 'Z' })
    const work = temporaryFolder()
    const files = new Map([
      ['a/README.md', join(from, 'a/x.md')],
      ['@b/c/docs/y.md', join(from, 'b/y.md')],
    ])
    const { folder, idOf } = layOutCorpus({ kind: 'files', files }, work)
    expect(listFiles(folder)).toEqual(['@b/c/docs/y.md', 'a/README.md'])
    expect(readFileSync(join(folder, 'a/README.md'), 'utf8')).toBe('\ufeff# X\r\n')
    expect(idOf('a/README.md')).toBe('a/README.md')
    const fewer = new Map([['@b/c/docs/y.md', join(from, 'b/z.md')]])
    layOutCorpus({ kind: 'files', files: fewer }, work)
    expect(listFiles(folder)).toEqual(['@b/c/docs/y.md'])
    expect(readFileSync(join(folder, '@b/c/docs/y.md'), 'utf8')).toBe('Z')
  })

  it('touches only what has changed since the last run', () => {
    const work = temporaryFolder()
    const { folder } = layOutCorpus({ kind: 'documents', documents: [harbour, station] }, work)
    const long = new Date('2020-01-01')
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), long, long)
    const changed = { ...station, text: 'Trains leave.' }
    layOutCorpus({ kind: 'documents', documents: [harbour, changed] }, work)
    expect(statSync(join(folder, 'd-1.md')).mtime).toEqual(long)
    expect(readFileSync(join(folder, 'd-2.md'), 'utf8')).toBe('Trains leave.')
  })

  it('removes what is no document any more', () => {
    const work = temporaryFolder()
    layOutCorpus({ kind: 'documents', documents: [harbour, station] }, work)
    const { folder } = layOutCorpus({ kind: 'documents', documents: [station] }, work)
    expect(readdirSync(folder)).toEqual(['d-2.md'])
  })
})
