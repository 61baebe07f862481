import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { casesOf, sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { beirSuite, jsonLines, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import type { Flags } from '../flags.js'
import { readSuite } from '../suite/read-suite.js'
import { runImport } from './import.js'

async function importing(words: readonly string[], flags: Flags): Promise<string> {
  const { io, written } = recordingIo()
  await runImport({ words, flags, io })
  return written()
}

describe('recallite-eval import', () => {
  it('makes a suite from a folder in the format of BEIR', async () => {
    const out = join(temporaryFolder(), 'suite')
    const flags = { out, suite: 'harbour' }
    expect(await importing(['beir', writeFiles(beirSuite)], flags)).toBe(`harbour: 4 queries, in ${out}\n`)
    expect(readSuite(out)).toMatchObject({
      name: 'harbour',
      corpus: { kind: 'folder', path: join(out, 'corpus') },
    })
  })

  it.each([
    [['mteb', 'x'], { out: 'x' }, 'USAGE', /Use beir/],
    [['beir', 'x'], {}, 'USAGE', /--out/],
    [['beir', 'x', 'y'], { out: 'z' }, 'USAGE', /one source/],
    [['beir', 'x'], { out: 'z', suite: ' ' }, 'USAGE', /--suite/],
  ] as const)('does not understand %j with %j', async (words, flags, code, message) => {
    const failure = await importing(words, flags).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) as string })
    expect(existsSync('z')).toBe(false)
  })

  it('rejects collections without queries, and suites that need no import, and writes no suite', async () => {
    const blank = jsonLines([{ id: 'q1', text: ' ' }])
    const beir = writeFiles({ ...beirSuite, 'queries.jsonl': blank, 'qrels.tsv': 'q1\td/1\t1\n' })
    const out = join(temporaryFolder(), 'suite')
    await expect(importing(['beir', beir], { out })).rejects.toMatchObject({
      code: 'SUITE_EMPTY',
      file: beir,
    })
    await expect(importing(['beir', writeFiles(notesSuite)], { out })).rejects.toMatchObject({
      code: 'USAGE',
    })
    expect(existsSync(out)).toBe(false)
  })
})

const data = sharedFile('data') ?? ''
const sets =
  data === '' ? [] : readdirSync(data).filter((name) => existsSync(join(data, name, 'corpus.jsonl')))

describe.skipIf(data === '')('public sets', () => {
  it('exist for the import', () => {
    expect(sets.length).toBeGreaterThanOrEqual(15)
  })

  it.each(sets.filter((name, index) => index % casesOf(1, 3) === 0 || name === 'precisionmembench'))(
    '%s is imported with every document, query and judgement',
    async (name) => {
      const out = join(temporaryFolder(), 'suite')
      await importing(['beir', join(data, name)], { out })
      const source = readSuite(join(data, name))
      const documents = source.corpus.kind === 'documents' ? source.corpus.documents : []
      const suite = readSuite(out)
      expect(suite.name).toBe(name)
      expect(readdirSync(join(out, 'corpus'))).toHaveLength(documents.length)
      const withoutIds = ({ queries }: typeof suite) =>
        queries.map(({ grades, ...query }) => ({ ...query, grades: [...grades.values()] }))
      expect(withoutIds(suite)).toEqual(withoutIds(source))
      const blank = suite.queries.filter(({ text }) => text.trim() === '')
      expect(blank).toHaveLength(name === 'precisionmembench' ? 4 : 0)
    },
  )
})
