import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { openProgress } from './progress.ts'
import { hasPassed, renderSummary } from './report.ts'
import { renderResults } from './results.ts'
import { runSuite, type Bench, type CaseLog, type Suite } from './run-suite.ts'

/** A suite whose third fault does not happen, whose fifth case is lost, and whose seventh ends with an error. */
function makeSuite(ran: number[]): Suite {
  const bench: Bench = {
    nameOf: () => 'kind',
    async runCase(number, log) {
      ran.push(number)
      log.isInjected = number !== 3
      if (number === 5) log.lost.push('a note')
      if (number === 7) throw new Error('no such file')
    },
    close: async () => undefined,
  }
  return { name: 'example', small: 1, spread: 1, full: 8, prepare: async () => bench }
}

it('an interrupted run goes on behind the cases that it has done', async () => {
  const [folder, ran] = [temporaryFolder(), [] as number[]]
  const run = (isResumed: boolean, last: number, commit = 'd00d') => {
    const progress = openProgress('1', { commit, isResumed }, folder)
    const stop = new AbortController()
    const onCase = (log: CaseLog, number: number) => {
      progress.add('example', number, log)
      if (number === last) stop.abort()
    }
    const which = { seed: 1, from: 0, step: 1, count: 8, workers: 1, keepsFolder: false, onCase }
    return runSuite({
      ...which,
      suite: makeSuite(ran),
      done: progress.doneOf('example'),
      signal: stop.signal,
    })
  }
  expect(() => run(true, 5)).toThrow('nothing')
  await run(false, 5)
  // A run that was killed leaves half a line.
  appendFileSync(join(folder, '1.jsonl'), '{"suite":"exam')
  const logs = await run(true, 99)
  expect(ran).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(renderSummary(logs)).toMatch(/1 not counted.*\n8 tried, 1 lost, 0 leaked, 1 dead ends$/)
  expect(hasPassed(logs)).toBe(false)
  const page = renderResults([{ name: 'example', logs }], { commit: 'beef', seed: 1, workers: 1 })
  expect(page).toContain('| example | 8 | 1 | 0 | 1 | 0 | 1 | 0 | d00d, beef |')
  expect(page).toContain('dead end: the suite could not go on: Error: no such file')
  await run(true, 99, 'beef')
  // A suite that failed at another commit begins again.
  expect(ran.slice(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})
