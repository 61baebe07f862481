import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'

/** Kept beside the checkout, never in it: without it the test is skipped. */
const sessions = sharedFile('data/locomo') ?? ''

describe.skipIf(sessions === '')('LoCoMo by session, each question within its own conversation', () => {
  it('is found by words as often as FIGURES.md says', { timeout: 600_000 }, async () => {
    const measures = { 'hit@5': 0.94, 'hit@10': 0.97, 'recall@10': 0.94, 'nDCG@5': 0.83 }
    const least = Object.entries(measures).flatMap(([name, mean]) => ['--fail-under', `${name}=${mean}`])
    const words = ['--provider', 'none', '--strategies', 'keyword', '--work', temporaryFolder()]
    const columns = ['--measures', Object.keys(measures).join(','), '--markdown']
    const run = await runEval(['run', sessions, '--pool-by', 'group', ...words, ...columns, ...least])
    expect(run).toMatchObject({
      exitCode: 0,
      written: expect.stringContaining('locomo by group: 997 queries'),
    })
  })
})
