import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { notesSuite, pooledSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readRun } from '../run/run-file.js'

/** Runs a suite with keywords, and returns the file of the run too. */
async function run(files: Readonly<Record<string, string>>, ...args: string[]) {
  const work = temporaryFolder()
  const out = join(work, 'run.jsonl')
  const words = ['--provider', 'none', '--strategies', 'keyword', '--work', work, '--out', out, '--markdown']
  return { out, ...(await runEval(['run', writeFiles(files), ...words, ...args])) }
}

const rankings = (file: string) => readRun(file).answers.map(({ documents }) => documents.toSorted())

describe('run --pool-by', () => {
  it('ranks only documents with the same field value, and reports one row over all queries', async () => {
    const { out, written } = await run(pooledSuite, '--pool-by', 'town')
    expect(rankings(out)).toEqual([['b/1'], ['b/2'], ['k/1']])
    expect(written).toContain('by town: 3 queries')
    const whole = await run(pooledSuite)
    expect(rankings(whole.out)).toEqual([
      ['b/1', 'k/2'],
      ['b/2', 'k/1'],
      ['b/2', 'k/1'],
    ])
  })

  it('rejects a suite whose documents have no fields', async () => {
    const { exitCode, talked } = await run(notesSuite, '--pool-by', 'town')
    expect([exitCode, talked]).toEqual([2, expect.stringContaining('--pool-by town needs corpus.jsonl')])
  })
})

describe('--measures', () => {
  it('prints these measures first, at their own depths, up to the depth of the run', async () => {
    const { out, written } = await run(pooledSuite, '--measures', 'recall@20,nDCG@5,hit@5')
    expect(written).toMatch(/\| recall@20 \|.*\n\| nDCG@5 \|.*\n\| hit@5 \|/)
    const printed = await runEval(['show', out, '--measures', 'mrr@3', '--markdown'])
    expect(printed.written).toContain('| MRR@3 |')
    expect(printed.written).toContain('MRR@3 by kind')
    const deeper = await runEval(['show', out, '--measures', 'recall@21'])
    expect([deeper.exitCode, deeper.talked]).toEqual([2, expect.stringContaining('--k 21')])
  })

  it.each(['hit', 'speed@5', 'hit@101', ','])('rejects %j', async (names) => {
    expect(await run(pooledSuite, '--measures', names)).toMatchObject({ exitCode: 2, written: '' })
  })
})

describe('show --leave-out', () => {
  it('has the figures of the other kinds, and lists the kinds for an unknown name', async () => {
    const { out } = await run(pooledSuite)
    const { written } = await runEval(['show', out, '--leave-out', 'vague', '--markdown'])
    expect(written).toContain(': 2 queries')
    const { exitCode, talked } = await runEval(['show', out, '--leave-out', 'vague,hard'])
    expect([exitCode, talked]).toEqual([
      2,
      expect.stringMatching(/kind "hard"\. Kinds are: vague, direct\./u),
    ])
  })
})
