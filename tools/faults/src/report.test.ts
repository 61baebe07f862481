import { describe, expect, it } from 'vitest'
import { CaseLog } from './case-log.js'
import { hasPassed, renderFailure, renderSummary } from './report.js'

function caseWith(change: Partial<CaseLog>): CaseLog {
  const log = new CaseLog('7 one bit', 'node tools/faults/faults.js damage --seed 1 --from 7 --count 1')
  return Object.assign(log, { isInjected: true, outcome: 'healed' }, change)
}

describe('the last line', () => {
  it('counts cases, not faults, and only those whose fault happened', () => {
    const logs = [
      caseWith({}),
      caseWith({ lost: ['a', 'b'] }),
      caseWith({ leaked: ['c'], deadEnds: ['d'] }),
      caseWith({ isInjected: false }),
      caseWith({ isInjected: false, skipped: 'strace is not installed' }),
    ]
    const lines = renderSummary(logs).split('\n')
    expect(lines.at(-1)).toBe('3 tried, 1 lost, 1 leaked, 1 dead ends')
    expect(lines).toContain('3 healed')
    expect(lines).toContain('1 skipped: strace is not installed')
    expect(lines).toContain('1 not counted: the fault did not happen')
  })
})

describe('hasPassed', () => {
  it('wants faults that happened, and no consequence', () => {
    expect(hasPassed([caseWith({})])).toBe(true)
    expect(hasPassed([])).toBe(false)
    expect(hasPassed([caseWith({ isInjected: false })])).toBe(false)
    expect(hasPassed([caseWith({ isInjected: false, skipped: 'no strace' })])).toBe(false)
    expect(hasPassed([caseWith({}), caseWith({ lost: ['a note'] })])).toBe(false)
    expect(hasPassed([caseWith({}), caseWith({ leaked: ['a key'] })])).toBe(false)
    expect(hasPassed([caseWith({}), caseWith({ deadEnds: ['a hang'] })])).toBe(false)
  })
})

it('a failure says what is wrong and how to see it again', () => {
  const text = renderFailure(caseWith({ lost: ['one note'] }))
  expect(text).toContain('lost: one note')
  expect(text).toContain('again: node tools/faults/faults.js damage --seed 1 --from 7 --count 1')
})
