import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { openProgress } from './progress.ts'
import { hasPassed, renderSummary } from './report.ts'
import { renderResults } from './results.ts'
import { runSuite, type Suite } from './run-suite.ts'

/** A suite whose third fault does not happen, whose fifth case is lost, and whose seventh ends with an error. */
function makeSuite(ran: number[]): Suite {
  const runCase: Awaited<ReturnType<Suite['prepare']>>['runCase'] = async (number, log) => {
    ran.push(number)
    log.isInjected = number !== 3
    if (number === 5) log.lost.push('a note')
    if (number === 7) throw new Error('no such file')
  }
  const bench = { nameOf: () => 'kind', runCase, close: async () => undefined }
  return { name: 'example', small: 1, spread: 1, full: 8, prepare: async () => bench }
}

const options = { seed: 1, from: 0, step: 1, count: 8, workers: 1, keepsFolder: false }

it('an interrupted run goes on behind the cases that it has done', async () => {
  const [folder, ran] = [temporaryFolder(), [] as number[]]
  const run = (isResumed: boolean, last: number) => {
    const progress = openProgress('1', isResumed, folder)
    const stop = new AbortController()
    return runSuite({
      ...options,
      suite: makeSuite(ran),
      done: progress.doneOf('example'),
      signal: stop.signal,
      onCase: (log, number) => {
        progress.add('example', number, log)
        if (number === last) stop.abort()
      },
    })
  }
  expect(() => openProgress('1', true, folder)).toThrow('nothing')
  await run(false, 5)
  // A run that was killed leaves half a line.
  appendFileSync(join(folder, '1.jsonl'), '{"suite":"exam')
  const logs = await run(true, 99)
  expect(ran).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(renderSummary(logs)).toMatch(/1 not counted.*\n8 tried, 1 lost, 0 leaked, 1 dead ends$/)
  expect(hasPassed(logs)).toBe(false)
  const page = renderResults([{ name: 'example', logs }], { seed: 1, workers: 1 })
  expect(page).toContain('| example | 8 | 1 | 0 | 1 | 0 | 1 | 0 |')
  expect(page).toContain('dead end: the suite could not go on: Error: no such file')
})
