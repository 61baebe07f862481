import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { trecToRun } from '../trec/trec-runs.js'
import { writeRun } from '../run/run-file.js'
import { readQrels, readTrecRun } from '../trec/trec-files.js'
import { runExport } from './export.js'

const judgements = new Map([
  ['q 1', new Map([['a b.md', 2]])],
  ['q2', new Map([['c.md', 1]])],
  ['absent', new Map([['c.md', 0]])],
])

// Ties by id would turn both orders around.
const rankings = new Map([
  ['q 1', ['a b.md', 'c.md', 'd.md']],
  ['absent', ['c.md']],
])

function runFile(): string {
  const file = join(temporaryFolder(), 'run.jsonl')
  const occasion = {
    environment: { version: '1', node: '20', platform: '', processor: '' },
    startedAt: '2026-11-21T10:00:00.000Z',
  }
  const results = {
    suite: 'my notes',
    judgements,
    texts: new Map(),
    rankings: new Map([['rrf', rankings]]),
  }
  writeRun(file, trecToRun(results, occasion))
  return file
}

describe('recallite-eval export', () => {
  it('writes judgements and rankings that read back as they were, and says what is missing and why', async () => {
    const out = join(temporaryFolder(), 'deep/trec')
    const { io, written, talked } = recordingIo()
    expect(await runExport({ words: [runFile()], flags: { out }, io })).toBe(0)
    const files = ['my-notes.qrels', 'my-notes.rrf.run']
    expect(readdirSync(out)).toEqual(files)
    expect(written()).toBe(files.map((name) => `${join(out, name)}\n`).join(''))
    expect(talked()).toMatch(/left out: 1\n[^]*trec_eval -c/)
    expect(readQrels(join(out, 'my-notes.qrels'))).toEqual(new Map([...judgements].slice(0, 2)))
    expect(readTrecRun(join(out, 'my-notes.rrf.run'))).toEqual({
      tags: ['rrf'],
      rankings: new Map([...rankings].slice(0, 1)),
    })
    expect(readFileSync(join(out, 'my-notes.rrf.run'), 'utf8')).toMatch(/^q%201 Q0 a%20b\.md 1 3 rrf\n/)
  })

  it('writes nothing of a run that lacks an answer or has one twice', async () => {
    const whole = readFileSync(runFile(), 'utf8').split(/(?<=\n)/u)
    const answers = whole.slice(1, -1)
    expect(answers).toHaveLength(3)
    const [first = '', ...rest] = answers
    for (const some of [rest, [first, ...answers], []]) {
      const text = [whole[0], ...some, whole.at(-1)].join('')
      const file = join(writeFiles({ 'run.jsonl': text }), 'run.jsonl')
      const out = join(temporaryFolder(), 'trec')
      const { io, written } = recordingIo()
      await expect(runExport({ words: [file], flags: { out }, io })).rejects.toMatchObject({
        code: 'EVALUATION_RUN_INCOMPLETE',
      })
      expect([existsSync(out), written()]).toEqual([false, ''])
    }
  })

  it('does not write among other files, and wants to be told where', async () => {
    const { io } = recordingIo()
    const words = [runFile()]
    const out = writeFiles({ 'mine.txt': 'x' })
    await expect(runExport({ words, flags: { out }, io })).rejects.toMatchObject({
      code: 'SUITE_FOLDER_TAKEN',
    })
    await expect(runExport({ words, flags: {}, io })).rejects.toMatchObject({ code: 'USAGE' })
    expect(readdirSync(out)).toEqual(['mine.txt'])
  })
})
