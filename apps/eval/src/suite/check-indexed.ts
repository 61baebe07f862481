import { isTextName } from '@recallite/core'
import { SuiteError, type SuitePlace } from './errors.js'

/**
 * The path of a document that an index takes, by its name: no other could ever be found.
 * @throws SuiteError `SUITE_UNKNOWN_ID`
 */
export function checkIndexed(path: string, place: SuitePlace): string {
  if (isTextName(path)) return path
  const message = `${JSON.stringify(path)} is not indexed: by its name it is neither Markdown, text nor code. Name a file that is.`
  throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
}
