import { expect, it } from 'vitest'
import { hasPassed, renderFailure, renderSummary } from './report.ts'
import { CaseLog } from './run-suite.ts'

function caseWith(change: Partial<CaseLog>): CaseLog {
  return Object.assign(new CaseLog('7 one bit', 'again 7'), { isInjected: true, outcome: 'healed' }, change)
}

it('the last line counts cases, not faults, and only those whose fault happened', () => {
  const logs = [
    caseWith({}),
    caseWith({ lost: ['a', 'b'] }),
    caseWith({ leaked: ['c'], deadEnds: ['d'] }),
    caseWith({ isInjected: false }),
    caseWith({ isInjected: false, skipped: 'strace is not installed' }),
  ]
  expect(renderSummary(logs).split('\n')).toEqual([
    '3 healed',
    '1 skipped: strace is not installed',
    '1 not counted: the fault did not happen',
    '3 tried, 1 lost, 1 leaked, 1 dead ends',
  ])
})

it.each<[boolean, ...Partial<CaseLog>[]]>([
  [true, {}],
  [false],
  [false, { isInjected: false }],
  [false, { isInjected: false, skipped: 'no strace' }],
  [false, {}, { lost: ['a note'] }],
  [false, {}, { leaked: ['a key'] }],
  [false, {}, { deadEnds: ['a hang'] }],
])('a run passes, %j, where faults happened and had no consequence: %j', (passes, ...changes) => {
  expect(hasPassed(changes.map(caseWith))).toBe(passes)
})

it('a failure says what is wrong and how to see it again', () => {
  expect(renderFailure(caseWith({ lost: ['one note'] }))).toBe(
    'FAILED 7 one bit\n  lost: one note\n  again: again 7',
  )
})
