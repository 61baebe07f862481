import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import type { Report } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { queryOf, runOf } from '../__fixtures__/sample-run.js'
import { reportMarker } from '../page/report-page.js'
import { writeRun } from '../__fixtures__/write-run.js'

function report(...args: readonly string[]) {
  return runEval(['report', ...args])
}

function writeSample(file: string, ...strategies: string[]): string {
  writeRun(file, runOf([suiteOf([queryOf({ id: 'q1' }), queryOf({ id: 'q2' })])], strategies))
  return file
}

/** The data of a page. */
function dataIn(file: string): Report {
  const [, json = ''] =
    /<script type="application\/json" id="report">(.*?)<\/script>/u.exec(readFileSync(file, 'utf8')) ?? []
  return JSON.parse(json) as Report
}

describe('recallite-eval report', () => {
  it('writes or overwrites one page, creates its folder, and prints its path', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'a/page.html')
    const run = writeSample(join(folder, 'before.jsonl'), 'keyword', 'convex')
    const expected = { exitCode: 0, written: '', talked: `The report is in ${out}\n` }
    expect(await report(run, '--out', out)).toEqual(expected)
    expect(await report(run, '--out', out)).toEqual(expected)
    expect(readFileSync(out, 'utf8').startsWith(reportMarker)).toBe(true)
    expect(readdirSync(join(folder, 'a'))).toEqual(['page.html'])
  })

  it('names runs after their files', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    const before = writeSample(join(folder, 'before.jsonl'), 'convex')
    const after = writeSample(join(folder, 'after.jsonl'), 'convex')
    await report(before, after, '--out', out)
    expect(dataIn(out).runs.map(({ name }) => name)).toEqual([before, after])
  })

  it('accepts other depths and another baseline', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    const run = writeSample(join(folder, 'run.jsonl'), 'keyword', 'convex')
    await report(run, '--out', out, '--k', '2,4', '--baseline', 'convex')
    const [only] = dataIn(out).runs
    expect(only?.tables[0]?.lines.map(([name]) => name)).toContain('hit@4')
    expect(only?.verdict).toContain('keyword is not significantly different from convex')
  })

  it.each([['<!doctype html><p>my page'], ['# Notes'], ['']])('does not overwrite %j', async (text) => {
    const folder = temporaryFolder()
    const out = join(folder, 'mine')
    writeFileSync(out, text)
    const { exitCode, talked } = await report(writeSample(join(folder, 'run.jsonl'), 'rrf'), '--out', out)
    expect(exitCode).toBe(2)
    expect(talked).toMatch(/--out.*\(REPORT_FILE_TAKEN\)/su)
    expect(readFileSync(out, 'utf8')).toBe(text)
  })

  it.each([
    ['no run', ['no-such.jsonl'], 'There is no run'],
    [
      'an unknown baseline',
      ['run.jsonl', '--baseline', 'konvex'],
      '--baseline konvex is not a strategy of this run',
    ],
    ['measures deeper than the run', ['run.jsonl', '--k', '1,100'], 'ranks 10 documents per query, not 100'],
  ])('rejects %s', async (_, args, message) => {
    const folder = temporaryFolder()
    writeSample(join(folder, 'run.jsonl'), 'rrf')
    const words = args.map((word) => (word.endsWith('.jsonl') ? join(folder, word) : word))
    const { exitCode, talked } = await report(...words)
    expect([exitCode, talked]).toEqual([2, expect.stringContaining(message)])
  })
})
