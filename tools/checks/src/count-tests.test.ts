import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { countTests } from '../count-tests.js'

function reportOf(
  counts: [passed: number, failed: number, pending: number, todo: number],
  files: unknown[] = [],
): string {
  const [numPassedTests, numFailedTests, numPendingTests, numTodoTests] = counts
  const path = join(temporaryFolder(), 'report.json')
  const report = { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults: files }
  writeFileSync(path, JSON.stringify(report))
  return path
}

describe('countTests', () => {
  it('adds reports up', () => {
    expect(countTests([reportOf([5, 1, 2, 1]), reportOf([7, 0, 0, 0])])).toBe(
      '12 passed, 1 failed, 3 skipped',
    )
  })

  it('counts a file that did not load as a failure', () => {
    const loaded = { status: 'failed', assertionResults: [{}] }
    const unloaded = { status: 'failed', assertionResults: [] }
    expect(countTests([reportOf([5, 1, 0, 0], [loaded, unloaded])])).toBe('5 passed, 2 failed, 0 skipped')
  })

  it('counts a report that is not there as a failure', () => {
    expect(countTests([join(temporaryFolder(), 'none.json')])).toBe('0 passed, 1 failed, 0 skipped')
  })
})
