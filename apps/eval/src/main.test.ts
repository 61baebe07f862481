import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Io } from '@recallite/command-line'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { beirSuite, jsonLines, notesSuite, writeFiles } from './__fixtures__/suite-folder.js'
import { unfinishedFile } from './run/run-file.js'
import { allKinds } from './suite/suite.js'
import type { Row } from './summary/summarise.js'

async function run(args: readonly string[], overrides: Partial<Io> = {}) {
  const work = args.includes('--work') ? [] : ['--work', temporaryFolder()]
  return runEval(['run', ...args, ...work], overrides)
}

async function rowsOf(args: readonly string[]): Promise<Row[]> {
  const { exitCode, written, talked } = await run([...args, '--json'])
  expect(exitCode, talked).toBe(0)
  return (JSON.parse(written) as { rows: Row[] }).rows.filter(({ kind }) => kind === allKinds)
}

describe('recallite-eval run', () => {
  it('prints a row for each suite and strategy as JSON, judged by document ids', async () => {
    const rows = await rowsOf([writeFiles(notesSuite), writeFiles(beirSuite)])
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      strategy: 'keyword',
      queries: 2,
      apart: { unanswerable: 1, blank: 1 },
    })
    // Keywords find the only document of q1, and the better of q2's two (grades 2 and 1).
    const second = (2 ** 2 - 1) / (2 ** 2 - 1 + (2 ** 1 - 1) / Math.log2(3))
    expect(rows[1]?.measures['hit@1']).toBe(1)
    expect(rows[1]?.measures['nDCG@10']).toBeCloseTo((1 + second) / 2, 9)
  })

  it('counts a query without results as 0', async () => {
    const queries = [
      { id: 'a', text: 'sessions', kind: 'direct', relevant: [{ path: 'auth.md' }] },
      { id: 'b', text: 'xylophone', kind: 'direct', relevant: [{ path: 'auth.md' }] },
    ]
    const [row] = await rowsOf([writeFiles({ ...notesSuite, 'queries.jsonl': jsonLines(queries) })])
    expect(row).toMatchObject({ queries: 2, measures: { 'hit@6': 0.5, 'nDCG@10': 0.5 } })
  })

  it('stores files and index in the work folder and reuses them', async () => {
    const suite = writeFiles(beirSuite, join(writeFiles({ 'small/.keep': '' }), 'small'))
    const work = join(temporaryFolder(), 'work')
    const figures = async () => (await rowsOf([suite, '--work', work])).map(({ latency: _, ...row }) => row)
    const first = await figures()
    expect(readdirSync(join(work, 'small')).toSorted()).toEqual(
      expect.arrayContaining(['index.sqlite', 'recallite-eval-corpus']),
    )
    const written = statSync(join(work, 'small/recallite-eval-corpus/d-1.md')).mtimeMs
    expect(await figures()).toEqual(first)
    expect(statSync(join(work, 'small/recallite-eval-corpus/d-1.md')).mtimeMs).toBe(written)
  })

  it('says which document is not in the index', async () => {
    const folder = writeFiles({ ...notesSuite, 'corpus/garden.md': 'Tomatoes\0' })
    const { talked } = await run([folder])
    expect(talked).toContain('notes: garden.md is not indexed: ')
  })

  it.each([
    ['no suite', []],
    ['a folder without a suite', ['nowhere']],
    ['an unknown strategy', ['SUITE', '--strategies', 'konvex']],
    ['a depth that is too high', ['SUITE', '--k', '101']],
    ['a threshold that is no number', ['SUITE', '--threshold', 'high']],
    ['a provider without its model', ['SUITE', '--provider', 'local']],
    ['an unknown flag', ['SUITE', '--colour']],
  ])('exits with 2 for %s and prints the reason to stderr', async (_, args) => {
    const folder = writeFiles(notesSuite)
    const { exitCode, written, talked } = await run(args.map((word) => (word === 'SUITE' ? folder : word)))
    expect([exitCode, written]).toEqual([2, ''])
    expect(talked).not.toBe('')
  })

  it('exits with 2 for a malformed line and names it, as JSON on request', async () => {
    const folder = writeFiles({ ...notesSuite, 'queries.jsonl': '{"id": "q"' })
    const plain = await run([folder])
    expect(plain.exitCode).toBe(2)
    expect(plain.talked).toContain(`${join(folder, 'queries.jsonl')}:1: `)
    const json = await run([folder, '--json'])
    expect(JSON.parse(json.talked)).toMatchObject({ error: { code: 'SUITE_MALFORMED' } })
  })

  it('continues an interrupted run, and answers each query once', async () => {
    const [work, out] = [temporaryFolder(), join(temporaryFolder(), 'run.jsonl')]
    const args = [writeFiles(notesSuite), '--work', work, '--out', out]
    expect((await run(args)).exitCode).toBe(0)
    const whole = readFileSync(out, 'utf8').split('\n')
    writeFileSync(unfinishedFile(out), `${whole.slice(0, 2).join('\n')}\n${whole[2]?.slice(0, 20)}`)
    const again = await run(args)
    expect([again.exitCode, again.talked]).toEqual([0, expect.stringContaining('run with 1 answers')])
    const answers = (lines: readonly string[]) => lines.map((line) => line.replace(/"timings":\{[^}]*\}/, ''))
    expect(answers(readFileSync(out, 'utf8').split('\n'))).toEqual(answers(whole))
  })

  it('can be interrupted without pending input or output, and stores its answers', async () => {
    const [work, out] = [temporaryFolder(), join(temporaryFolder(), 'run.jsonl')]
    const interruption = new AbortController()
    const reason = new DOMException('interrupted', 'AbortError')
    const queries = Array.from({ length: 400 }, (_, position) => ({
      id: `q${position}`,
      text: `billing service ${position}`,
      kind: '',
      relevant: [{ path: 'garden.md' }],
    }))
    const suite = writeFiles({ ...notesSuite, 'queries.jsonl': jsonLines(queries) })
    const isBegun = () => existsSync(unfinishedFile(out)) && statSync(unfinishedFile(out)).size > 100_000
    const watch = setInterval(() => isBegun() && interruption.abort(reason), 1)
    onTestFinished(() => clearInterval(watch))
    const args = [suite, '--work', work, '--out', out]
    expect((await run(args, { interrupted: interruption.signal })).exitCode).toBe(130)
    expect(existsSync(out)).toBe(false)
    expect((await run(args)).talked).toMatch(/Continuing an interrupted run with \d+ answers/)
  })

  it('rejects a path that is not a file, and a run in progress', async () => {
    const out = join(temporaryFolder(), 'run.jsonl')
    writeFileSync(`${out}.lock`, String(process.pid))
    const locked = await run([writeFiles(notesSuite), '--out', out])
    expect([locked.exitCode, locked.talked]).toEqual([1, expect.stringContaining('(LOCKED)')])
    const device = await run([writeFiles(notesSuite), '--out', temporaryFolder()])
    expect([device.exitCode, device.talked]).toEqual([2, expect.stringContaining('is not a file')])
  })
})
