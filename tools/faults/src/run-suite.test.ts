import { expect, it } from 'vitest'
import { hasPassed, renderResults, renderSummary } from './report.ts'
import { runSuite, type Bench, type Suite } from './run-suite.ts'

/** A suite whose third fault does not occur, whose fifth case is lost, and whose seventh one throws. */
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

it('a suite replaces cases whose fault did not occur, and counts failures', async () => {
  const ran: number[] = []
  const which = { seed: 1, from: 0, step: 1, count: 8, workers: 1, keepsFolder: false }
  const { signal } = new AbortController()
  const logs = await runSuite({ ...which, suite: makeSuite(ran), signal, onCase: () => undefined })
  expect(ran).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(renderSummary(logs)).toMatch(/1 not counted.*\n8 tried, 1 lost, 0 leaked, 1 dead ends$/)
  expect(hasPassed(logs)).toBe(false)
  const page = renderResults([{ name: 'example', logs }], { commit: 'beef', seed: 1, workers: 1 })
  expect(page).toContain('| example | 8 | 1 | 0 | 1 | 0 | 1 | 0 |')
  expect(page).toContain('dead end: the suite failed: Error: no such file')
})
