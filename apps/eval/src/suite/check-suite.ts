import { SuiteError, type SuitePlace } from './errors.js'
import type { Suite } from './suite.js'

/**
 * A suite's name: not blank, since reports and files are headed by it.
 * @throws SuiteError `SUITE_MALFORMED`
 */
export function checkName(name: string, place: SuitePlace): string {
  if (name.trim() !== '') return name
  throw new SuiteError('SUITE_MALFORMED', 'The name of the suite is blank. Give it one.', place)
}

/**
 * A suite that can be run: it has a name, and asks something.
 * @param place what is blamed
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_EMPTY`
 */
export function checkSuite(suite: Suite, place: SuitePlace): Suite {
  checkName(suite.name, place)
  if (suite.queries.some(({ text }) => text.trim() !== '')) return suite
  const message = 'It has no query that asks something, so nothing could be measured. Give it one.'
  throw new SuiteError('SUITE_EMPTY', message, place)
}
