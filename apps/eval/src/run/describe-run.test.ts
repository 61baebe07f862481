import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import type { SuiteCorpus } from '../suite/suite.js'
import { describeSuite } from './describe-run.js'

function fingerprintOf(corpus: SuiteCorpus): string {
  return describeSuite({ name: 'notes', description: '', corpus, queries: [] }).corpus
}

/** A corpus, and one that consists of the same files. */
function write() {
  const folder = writeFiles({ 'corpus/b.md': 'B', 'corpus/a/c.md': 'C', 'other.md': 'C2' })
  const inFolder = fingerprintOf({ kind: 'folder', path: join(folder, 'corpus') })
  function inFiles(...files: readonly (readonly [id: string, path: string])[]): string {
    const places = files.map(([id, path]): [string, string] => [id, join(folder, path)])
    return fingerprintOf({ kind: 'files', files: new Map(places) })
  }
  return { inFolder, inFiles }
}

describe("the name of a suite's documents", () => {
  it('depends on ids and texts, not on the location and order of the files', () => {
    const { inFolder, inFiles } = write()
    expect(inFiles(['b.md', 'corpus/b.md'], ['a/c.md', 'corpus/a/c.md'])).toBe(inFolder)
    expect(inFiles(['a/c.md', 'corpus/a/c.md'], ['b.md', 'corpus/b.md'])).toBe(inFolder)
  })

  it('changes with an id, a text or a missing document', () => {
    const { inFolder, inFiles } = write()
    expect(inFiles(['b.md', 'corpus/b.md'], ['a/d.md', 'corpus/a/c.md'])).not.toBe(inFolder)
    expect(inFiles(['b.md', 'corpus/b.md'], ['a/c.md', 'other.md'])).not.toBe(inFolder)
    expect(inFiles(['b.md', 'corpus/b.md'])).not.toBe(inFolder)
  })
})
