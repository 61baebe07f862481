import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preferring, startReranker, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { jsonLines, notesSuite, writeFiles } from './__fixtures__/suite-folder.js'
import { readRun } from './run/run-file.js'

/** One question, whose answer is second by keywords. */
const suite = {
  ...notesSuite,
  'corpus/car.md': '# Garage\n\nThe car needs new tyres.\n',
  'corpus/garage.md': '# Garage\n\nThe garage, the garage, and what the garage costs.\n',
  'queries.jsonl': jsonLines([
    { id: 'tyres', text: 'garage', kind: 'direct', relevant: [{ path: 'car.md' }] },
  ]),
}

/** Runs the suite with keywords, in a home with these settings. */
async function run(settings: string, ...flags: string[]) {
  const home = temporaryFolder()
  mkdirSync(join(home, '.recallite'))
  writeFileSync(join(home, '.recallite/config.yaml'), settings)
  const out = join(home, 'run.jsonl')
  const words = ['--provider', 'none', '--strategies', 'keyword', '--work', join(home, 'work')]
  const args = ['run', writeFiles(suite), '--out', out, ...words, ...flags]
  const { exitCode, talked, written } = await runEval(args, { variables: { HOME: home } })
  return { exitCode, talked, written, read: () => readRun(out) }
}

describe('recallite-eval run --rerank', () => {
  it('runs each strategy without and with the reranker of the settings, in one table, and stores its name in the run', async () => {
    const service = await startReranker(preferring('tyres'))
    const settings = `rerank: { baseUrl: "${service.url}" }\n`
    const plain = await run(settings)
    expect(plain.exitCode, plain.talked).toBe(0)
    expect(plain.read().answers[0]?.documents).toEqual(['garage.md', 'car.md'])
    expect(plain.read().settings?.reranker).toBeUndefined()
    expect(service.asked()).toEqual([])

    const reranked = await run(settings, '--rerank')
    expect(reranked.exitCode, reranked.talked).toBe(0)
    expect(reranked.talked).toContain('Results are reranked on this machine')
    const byStrategy = reranked.read().answers.map(({ strategy, documents }) => [strategy, documents])
    expect(byStrategy).toEqual([
      ['keyword', ['garage.md', 'car.md']],
      ['keyword+rerank', ['car.md', 'garage.md']],
    ])
    expect(reranked.written).toMatch(/keyword +keyword\+rerank\n[\s\S]*total, ms p50 \/ p95/)
    expect(reranked.read().settings?.reranker).toContain(new URL(service.url).host)
    expect(service.asked().map(({ documents }) => documents.length)).toContain(2)
  })

  it('says what to set if the settings have no reranker', async () => {
    const { exitCode, talked } = await run('', '--rerank')
    expect([exitCode, talked]).toEqual([2, expect.stringContaining('Set rerank.model or rerank.baseUrl')])
  })
})
