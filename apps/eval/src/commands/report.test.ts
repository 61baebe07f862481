import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { queryOf, runOf, suiteOf } from '../report/__fixtures__/sample-run.js'
import { reportMarker } from '../report/render-report.js'
import { writeRun } from '../run/run-file.js'

function report(...args: readonly string[]) {
  return runEval(['report', ...args])
}

function writeSample(file: string, ...strategies: string[]): string {
  writeRun(file, runOf([suiteOf([queryOf({ id: 'q1' }), queryOf({ id: 'q2' })])], strategies))
  return file
}

describe('recallite-eval report', () => {
  it('writes one page with its script and its style, and says where', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    const run = writeSample(join(folder, 'before.jsonl'), 'keyword', 'convex')
    expect(await report(run, '--out', out)).toEqual({
      exitCode: 0,
      written: '',
      talked: `The report is in ${out}\n`,
    })
    const page = readFileSync(out, 'utf8')
    expect(page.startsWith(reportMarker)).toBe(true)
    expect(page).toContain('prefers-color-scheme')
    expect(page).toContain('getElementById')
    expect(await report(run, '--out', out)).toMatchObject({ exitCode: 0 })
  })

  it('names runs after their files, and after their paths where the names are the same', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    const before = writeSample(join(folder, 'a/run.jsonl'), 'convex')
    const after = writeSample(join(folder, 'b/run.jsonl'), 'convex')
    await report(before, after, '--out', out)
    expect(readFileSync(out, 'utf8')).toContain(`${before}: convex`)
    await report(before, writeSample(join(folder, 'after.jsonl'), 'convex'), '--out', out)
    expect(readFileSync(out, 'utf8')).toContain('>run: convex<')
  })

  it('measures at other depths, against another baseline', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    const run = writeSample(join(folder, 'run.jsonl'), 'keyword', 'convex')
    await report(run, '--out', out, '--k', '2,4', '--baseline', 'convex')
    const page = readFileSync(out, 'utf8')
    expect(page).toContain('<th scope="col">hit@4</th>')
    expect(page).toMatch(/convex <span class="tag">baseline/)
  })

  it('refuses measures that look deeper than a run, and says how to make a deeper one', async () => {
    const folder = temporaryFolder()
    const [run, out] = [writeSample(join(folder, 'run.jsonl'), 'convex'), join(folder, 'page.html')]
    const { exitCode, talked } = await report(run, '--out', out, '--k', '1,100')
    expect(exitCode).toBe(2)
    expect(talked).toMatch(/run\.jsonl ranks 10 documents for each query, not 100\..*--k 100/)
    expect(existsSync(out)).toBe(false)
  })

  it('replaces no file that is something else', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'page.html')
    writeFileSync(out, '<h1>Mine</h1>')
    const { exitCode, talked } = await report(writeSample(join(folder, 'run.jsonl'), 'rrf'), '--out', out)
    expect(exitCode).not.toBe(0)
    expect(talked).toContain('(REPORT_FILE_TAKEN)')
    expect(readFileSync(out, 'utf8')).toBe('<h1>Mine</h1>')
  })

  it('takes no file twice, however it is named', async () => {
    const folder = temporaryFolder()
    const [run, out] = [writeSample(join(folder, 'run.jsonl'), 'rrf'), join(folder, 'page.html')]
    for (const again of [run, `${folder}/./run.jsonl`]) {
      const { exitCode, talked } = await report(run, again, '--out', out)
      expect(exitCode).toBe(2)
      expect(talked).toContain(`${run} and ${again} are the same run.`)
    }
    expect(existsSync(out)).toBe(false)
  })

  it('says where a run is not one', async () => {
    const run = writeSample(join(temporaryFolder(), 'run.jsonl'), 'rrf')
    writeFileSync(run, readFileSync(run, 'utf8').replace('"environment":', '"surroundings":'))
    const { exitCode, talked } = await report(run)
    expect(exitCode).toBe(2)
    expect(talked).toContain(`${run}:1: "environment" must be an object. Name`)
    expect(talked).toContain('(EVALUATION_RUN_MALFORMED)')
  })

  it('says what is wrong with a run or a baseline', async () => {
    const folder = temporaryFolder()
    const run = writeSample(join(folder, 'run.jsonl'), 'rrf')
    expect(await report(join(folder, 'no-such.jsonl'))).toMatchObject({ exitCode: 2, written: '' })
    expect(await report(run, '--baseline', 'konvex')).toMatchObject({ exitCode: 2, written: '' })
  })
})
