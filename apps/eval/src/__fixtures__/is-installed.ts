import { findSuiteFolder, readSuite } from '../suite/read-suite.js'
import { EvaluationError } from '../errors.js'
import { failureOf } from './failure-of.js'

/** Whether a suite's packages are installed, even if in a wrong version. */
export function isInstalled(name: string): boolean {
  const failure = failureOf(() => readSuite(findSuiteFolder(name)))
  return !(failure instanceof EvaluationError && failure.code === 'SUITE_PACKAGE_MISSING')
}
