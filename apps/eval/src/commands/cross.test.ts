import { temporaryFolder } from '@recallite/test-kit'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { beirSuite, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import type { CrossFigures } from '../cross/cross-figures.js'
import { readRun } from '../run/run-file.js'

function run(command: string, ...args: string[]) {
  return runEval([command, ...args])
}

function cross(...args: string[]) {
  const folders = [writeFiles(notesSuite), writeFiles(beirSuite, join(temporaryFolder(), 'harbour'))]
  const words = [...folders, '--strategies', 'keyword', '--provider', 'none', '--work', temporaryFolder()]
  return run('cross', ...words, ...args)
}

describe('recallite-eval cross', () => {
  it('asks each collection the questions of the other one, and answers none of them', async () => {
    const out = join(temporaryFolder(), 'cross.jsonl')
    const { exitCode, written, talked } = await cross('--json', '--out', out)
    expect(exitCode, talked).toBe(0)
    const [figures] = JSON.parse(written) as CrossFigures[]
    expect(figures).toMatchObject({
      strategy: 'keyword',
      mean: { own: 0, foreign: 1 },
      collections: [
        {
          suite: 'notes',
          queries: 2,
          unanswerable: 1,
          pairs: [{ suite: 'harbour', queries: 2, abstained: 1 }],
        },
        { suite: 'harbour', queries: 2, pairs: [{ suite: 'notes', queries: 2, abstained: 1 }] },
      ],
    })
    const foreign = readRun(out).answers.filter(({ query }) => query.startsWith('foreign:'))
    expect(foreign).toHaveLength(4)
    expect(foreign.every(({ documents }) => documents.length === 0)).toBe(true)
    const shown = await run('show', out)
    expect(shown.written).toContain('2 of other suites')
    expect(shown.written).toContain('share of questions abstained on')
  })

  it('prints tables that are the same every time', async () => {
    const [first, second] = [await cross(), await cross()]
    expect(first.written).toBe(second.written)
    expect(first.written).toMatch(/Expected calibration error 0\.\d{3}/)
  })

  it('asks nothing of a single suite, which has no foreign questions', async () => {
    const { exitCode, written, talked } = await run('cross', writeFiles(notesSuite), '--provider', 'none')
    expect([exitCode, written]).toEqual([2, ''])
    expect(talked).toContain('No other suite is foreign to notes')
  })
})
