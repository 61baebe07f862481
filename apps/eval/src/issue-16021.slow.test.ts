import { fileURLToPath } from 'node:url'
import { runProcess, sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { allKinds } from './suite/suite.js'
import type { Row } from './summary/summarise.js'

/** A model next to the checkout, never in it; a test is skipped without it. */
const miniLm = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

const questions = 57

/** Questions whose outcome may differ on another processor. */
const margin = 2

/** In milliseconds: a busy machine may take minutes instead of seconds. */
const patience = 300_000

/** The built program, since a file of the build runs the model. */
const builtEval = fileURLToPath(new URL('../dist/bin.js', import.meta.url))

async function runSuite(...args: string[]): Promise<Row[]> {
  const run = ['run', 'issue-16021', '--json', '--work', temporaryFolder(), ...args]
  const { exitCode, stdout, stderr } = await runProcess([builtEval, ...run])
  expect(exitCode, stderr).toBe(0)
  return (JSON.parse(stdout) as { rows: Row[] }).rows
}

/** The hits and passing files of each strategy. */
function outcomesOf(rows: readonly Row[]): Record<string, { share: number; passed: number }> {
  const whole = rows.filter(({ kind }) => kind === allKinds)
  return Object.fromEntries(
    whole.map(({ strategy, measures, files }) => {
      expect(files?.total).toBe(11)
      return [strategy, { share: measures['found@limit'] ?? Number.NaN, passed: files?.passed ?? Number.NaN }]
    }),
  )
}

describe('recallite-eval run issue-16021', () => {
  it('B6: runs with keywords only: 57 questions of five kinds, hits and passing files', async () => {
    const rows = await runSuite('--provider', 'none', '--strategies', 'keyword,reversed')
    const counts = rows
      .filter(({ strategy }) => strategy === 'keyword')
      .map(({ kind, queries }) => [kind, queries])
    const [, ...kinds] = counts
    expect(counts[0]).toEqual([allKinds, questions])
    expect(kinds.map(([kind]) => kind).toSorted()).toEqual(
      ['direct terminology', 'natural language', 'adjacent vocabulary', 'vague', 'cross-domain'].toSorted(),
    )
    expect(kinds.reduce((sum, [, queries]) => sum + Number(queries), 0)).toBe(questions)
    const { keyword, reversed } = outcomesOf(rows)
    expect(keyword?.share).toBeGreaterThan(0.35)
    // A file passes with 3 of its 5 questions, so hits limit the number of files.
    expect(keyword?.passed).toBeGreaterThanOrEqual(1)
    expect((keyword?.passed ?? 0) * 3).toBeLessThanOrEqual((keyword?.share ?? 0) * questions)
    const first = (name: string) =>
      rows.find(({ strategy, kind }) => strategy === name && kind === allKinds)?.measures['hit@1'] ?? 0
    expect(first('keyword')).toBeGreaterThan(first('reversed'))
    expect(reversed?.passed).toBeLessThanOrEqual(keyword?.passed ?? 0)
  })

  // Kernels of different processors round differently: vectors of one text have cosines down to .9996, confidences
  // differ by up to .005, and single questions change sides. Every bound leaves room for two questions.
  it.skipIf(!miniLm)(
    'B6: finds nearly nine of ten and passes nearly every file; the faulty search finds three of ten (needs all-MiniLM-L6-v2.q8_0.gguf next to the checkout)',
    async () => {
      const fixes = 'issue-16021-fix-1,issue-16021-fix-2,issue-16021-fix-3,issue-16021-fix'
      const strategies = `openclaw-2026.2,issue-16021-workaround,${fixes},recallite`
      const outcomes = outcomesOf(await runSuite('--model', miniLm ?? '', '--strategies', strategies))
      const found = (strategy: string) => Math.round((outcomes[strategy]?.share ?? Number.NaN) * questions)
      // Measured: 51 and 52; every file is found by 4 of its questions or more, so that two lost ones fail one file.
      expect(found('recallite')).toBeGreaterThanOrEqual(51 - margin)
      expect(outcomes['recallite']?.passed).toBeGreaterThanOrEqual(10)
      // Measured: 17, and 2 files; two more files lack one question each.
      expect(found('openclaw-2026.2')).toBeLessThanOrEqual(17 + margin)
      expect(outcomes['openclaw-2026.2']?.passed).toBeLessThanOrEqual(4)
      // Measured: 49, 17 and 51: several keyword hits are rare while all words are required.
      expect(found('issue-16021-fix-1')).toBeGreaterThanOrEqual(49 - margin)
      expect(Math.abs(found('issue-16021-fix-2') - found('openclaw-2026.2'))).toBeLessThanOrEqual(margin)
      expect(found('issue-16021-fix-3')).toBeGreaterThanOrEqual(51 - margin)
      // Measured: 42, and 50 or 51 of what the issue proposes.
      expect(found('issue-16021-workaround')).toBeGreaterThanOrEqual(42 - margin)
      expect(found('issue-16021-fix')).toBeGreaterThan(found('issue-16021-workaround') + margin)
    },
    patience,
  )
})
