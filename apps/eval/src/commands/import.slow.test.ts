import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { beirSuite, jsonLines, writeFiles } from '../__fixtures__/suite-folder.js'
import type { Flags } from '../flags.js'
import { readRun } from '../run/run-file.js'
import { readBeirLayout } from '../suite/beir-layout.js'
import { readSuite } from '../suite/read-suite.js'
import { runImport } from './import.js'

async function importing(words: readonly string[], flags: Flags) {
  const { io, written, talked } = recordingIo()
  const exitCode = await runImport({ words, flags, io })
  expect(exitCode).toBe(0)
  return { written: written(), talked: talked() }
}

function importingFails(words: readonly string[], flags: Flags): Promise<unknown> {
  return importing(words, flags).then(
    () => undefined,
    (error: unknown) => error,
  )
}

const trecFiles = {
  'harbour.qrels': '1 0 a 2\n1 0 b 0\n2 0 b 1\n',
  'bm25.run': '1 Q0 b 1 9 fts5\n1 Q0 a 2 8 fts5\n7 Q0 a 1 1 fts5\n',
  'dense.run': '1 Q0 a 1 .9 e5\n2 Q0 b 1 .8 e5\n',
  'queries.jsonl': jsonLines([{ id: '1', text: 'ships', category: 'direct' }]),
}

describe('recallite-eval import', () => {
  it('makes a suite of our layout of a folder like those of BEIR', async () => {
    const out = join(temporaryFolder(), 'suite')
    const { written } = await importing(['beir', writeFiles(beirSuite)], { out, suite: 'harbour' })
    expect(written).toBe(`harbour: 4 queries, in ${out}\n`)
    expect(readSuite(out)).toMatchObject({
      name: 'harbour',
      corpus: { kind: 'folder', path: join(out, 'corpus') },
    })
  })

  it('makes a run of TREC runs, and says what does not count', async () => {
    const folder = writeFiles(trecFiles)
    const at = (name: string) => join(folder, name)
    const out = at('run.jsonl')
    const flags = { out, qrels: at('harbour.qrels'), queries: at('queries.jsonl') }
    const { written, talked } = await importing(['trec', at('bm25.run'), at('dense.run')], flags)
    expect(written).toBe(`harbour: 2 queries, answered by fts5, e5, in ${out}\n`)
    expect(talked).toBe(
      'fts5: queries without judgements, left out: 1\nfts5: judged queries without an answer, counted as 0: 1\n',
    )
    const run = readRun(out)
    expect(run.suites[0]?.queries.map(({ text, kind }) => [text, kind])).toEqual([
      ['ships', 'direct'],
      ['2', ''],
    ])
    expect(run.answers.map(({ documents }) => documents)).toEqual([['b', 'a'], [], ['a'], ['b']])
    const again = await importing(['trec', at('bm25.run')], { ...flags, json: true })
    expect(JSON.parse(again.written)).toEqual({
      suite: 'harbour',
      queries: 2,
      strategies: ['fts5'],
      file: out,
    })
  })

  it.each([
    [['mteb', 'x'], { out: 'x' }, 'USAGE', /beir, trec/],
    [['beir', 'x'], {}, 'USAGE', /--out/],
    [['beir', 'x', 'y'], { out: 'z' }, 'USAGE', /one source/],
    [['trec', 'x'], { out: 'z' }, 'USAGE', /--qrels/],
    [['beir', 'x'], { out: 'z', suite: ' ' }, 'USAGE', /--suite/],
    [['trec', 'nowhere.run'], { out: 'z', qrels: 'nowhere' }, 'SUITE_NOT_FOUND', /nowhere\.run/],
  ] as const)('does not understand %j with %j', async (words, flags, code, message) => {
    const failure = await importingFails(words, flags)
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(existsSync('z')).toBe(false)
  })
})

describe('recallite-eval import of what cannot be run', () => {
  it('refuses collections that ask nothing, and writes no suite', async () => {
    const blank = jsonLines([{ id: 'q1', text: ' ' }])
    const beir = writeFiles({ ...beirSuite, 'queries.jsonl': blank, 'qrels.tsv': 'q1\td/1\t1\n' })
    const out = join(temporaryFolder(), 'suite')
    const failure = await importingFails(['beir', beir], { out })
    expect(failure).toMatchObject({ code: 'SUITE_EMPTY', file: beir })
    expect(existsSync(out)).toBe(false)
  })
})

const data = sharedFile('data') ?? ''
const sets =
  data === '' ? [] : readdirSync(data).filter((name) => existsSync(join(data, name, 'corpus.jsonl')))

describe.skipIf(data === '')('public sets', () => {
  it('are there to be imported', () => {
    expect(sets.length).toBeGreaterThanOrEqual(15)
  })

  it.each(sets)('%s is imported by one command, with every document, query and judgement', async (name) => {
    const out = join(temporaryFolder(), 'suite')
    await importing(['beir', join(data, name)], { out })
    const source = readBeirLayout(join(data, name))
    const documents = source.corpus.kind === 'documents' ? source.corpus.documents : []
    const suite = readSuite(out)
    expect(suite.name).toBe(name)
    expect(readdirSync(join(out, 'corpus'))).toHaveLength(documents.length)
    const withoutIds = ({ queries }: typeof suite) =>
      queries.map(({ grades, ...query }) => ({ ...query, grades: [...grades.values()] }))
    expect(withoutIds(suite)).toEqual(withoutIds(source))
    const blank = suite.queries.filter(({ text }) => text.trim() === '')
    expect(blank).toHaveLength(name === 'precisionmembench' ? 4 : 0)
  })
})
