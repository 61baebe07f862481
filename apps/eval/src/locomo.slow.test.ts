import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'

/** Next to the checkout, never in it; the test is skipped without it. */
const sessions = sharedFile('data/locomo') ?? ''

/** The same set with every fifth question. */
function everyFifth(): string {
  const folder = join(temporaryFolder(), 'locomo')
  mkdirSync(folder)
  symlinkSync(join(sessions, 'corpus.jsonl'), join(folder, 'corpus.jsonl'))
  const lines = readFileSync(join(sessions, 'queries.jsonl'), 'utf8')
    .split('\n')
    .filter((line, index) => line !== '' && index % 5 === 0)
  const ids = new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id))
  const judgements = readFileSync(join(sessions, 'qrels.tsv'), 'utf8')
    .split('\n')
    .filter((line) => ids.has(line.split('\t')[0] ?? ''))
  writeFileSync(join(folder, 'queries.jsonl'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'qrels.tsv'), `${judgements.join('\n')}\n`)
  return folder
}

describe.skipIf(sessions === '')('LoCoMo by session, each question within its own conversation', () => {
  it('is found by keywords about as often as FIGURES.md says', { timeout: 600_000 }, async () => {
    const measures = { 'hit@5': 0.9, 'hit@10': 0.94, 'recall@10': 0.9, 'nDCG@5': 0.78 }
    const mins = Object.entries(measures).flatMap(([name, mean]) => ['--fail-under', `${name}=${mean}`])
    const words = ['--provider', 'none', '--strategies', 'keyword', '--work', temporaryFolder()]
    const columns = ['--measures', Object.keys(measures).join(','), '--markdown']
    const run = await runEval(['run', everyFifth(), '--pool-by', 'group', ...words, ...columns, ...mins])
    expect(run).toMatchObject({
      exitCode: 0,
      written: expect.stringContaining('locomo by group: 200 queries'),
    })
  })
})
