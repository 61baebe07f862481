import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { jsonLines, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import type { Sweep } from '../sweep/cross-validate.js'

/** The notes, asked the way only their headings are said: with words that three files share. */
const queries = ['sessions', 'billing', 'tomatoes', 'authentication', 'Ada', 'garden'].map(
  (text, position) => ({
    id: text,
    text,
    kind: 'direct',
    relevant: [{ path: ['auth.md', 'people/ada.md', 'garden.md'][position % 3] }],
  }),
)
const absent = { id: 'none', text: 'zeppelin', kind: 'absent', relevant: [] }
const suite = { ...notesSuite, 'queries.jsonl': jsonLines([...queries, absent]) }

function sweep(...args: string[]) {
  const work = ['--work', temporaryFolder(), '--provider', 'none', '--folds', '2']
  return runEval(['sweep', writeFiles(suite), ...work, ...args])
}

describe('recallite-eval sweep', () => {
  it('tries every setting on every query that some document answers, the default first', async () => {
    const { exitCode, written, talked } = await sweep(
      '--vary',
      'chunkTokens=100,200',
      '--measure',
      'hit@1',
      '--json',
    )
    expect(exitCode, talked).toBe(0)
    const { measure, tried, validation } = JSON.parse(written) as Sweep
    expect(measure).toBe('hit@1')
    expect(tried.map(({ setting }) => setting)).toEqual([{}, { chunkTokens: 100 }, { chunkTokens: 200 }])
    expect(tried.map(({ mean }) => mean)).toEqual([1, 1, 1])
    expect([validation.queries, validation.chosen]).toEqual([6, 0])
  })

  it('weighs what a threshold finds against what it refuses', async () => {
    const { written, talked } = await sweep('--vary', 'threshold=0,1', '--json')
    expect(talked).toContain('keywords only')
    const { measure, tried, validation } = JSON.parse(written) as Sweep
    expect([measure, validation.queries]).toEqual(['decision', 7])
    // A threshold of 1 abstains on all but the questions whose confidence is certain.
    expect(tried[0]?.mean).toBeGreaterThan(0.8)
  })

  it('tries what changes only what is shown by what is shown', async () => {
    const { written } = await sweep('--vary', 'limit=1,10', '--json')
    const { measure, tried, validation } = JSON.parse(written) as Sweep
    expect([measure, validation.queries]).toEqual(['found@limit', 6])
    expect(tried.map(({ setting }) => setting)).toEqual([{}, { limit: 1 }, { limit: 10 }])
    const { written: tokens } = await sweep('--vary', 'limit=1', '--measure', 'within 500', '--json')
    expect(JSON.parse(tokens)).toMatchObject({
      measure: 'within 500',
      tried: [{}, { setting: { limit: 1 } }],
    })
  })

  it('says what to write, or that the defaults are to be kept', async () => {
    const { written } = await sweep('--vary', 'fusion=weighted')
    expect(written).toMatch(/keep the defaults/)
  })

  it.each([
    ['nothing to try', []],
    ['an unknown setting', ['--vary', 'vectorWeigth=1']],
    ['a threshold for a measure that knows none', ['--vary', 'threshold=0,1', '--measure', 'nDCG@10']],
    ['a measure of so many results for a limit', ['--vary', 'limit=1', '--measure', 'found@6']],
    ['more folds than queries', ['--vary', 'limit=1', '--folds', '50']],
  ])('ends with 2 for %s', async (_, args) => {
    const { exitCode, written } = await sweep(...args)
    expect([exitCode, written]).toEqual([2, ''])
  })
})
