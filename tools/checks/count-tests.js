import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} TestReport what is read of Vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults one per test file
 */

/**
 * The sum of Vitest's JSON reports, in one line. A missing report, or a file that could not run, counts as one failed test.
 * @param {readonly string[]} paths
 */
export function countTests(paths) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const path of paths) {
    if (!existsSync(path)) {
      total.failed += 1
      continue
    }
    /** @type {TestReport} */
    const report = JSON.parse(readFileSync(path, 'utf8'))
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    total.passed += report.numPassedTests
    total.failed += report.numFailedTests + broken.length
    total.skipped += report.numPendingTests + report.numTodoTests
  }
  return `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${countTests(process.argv.slice(2))}\n`)
