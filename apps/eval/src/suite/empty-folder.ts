import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { SuiteError } from './errors.js'

/**
 * Makes a folder to write into; one that is there must be empty, so that nothing of anybody's is mixed up or lost.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function makeEmptyFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) {
    throw new SuiteError('SUITE_FOLDER_TAKEN', 'It is a file. Name a folder that is not there yet.', {
      file: folder,
    })
  }
  if (stats && readdirSync(folder).length > 0) {
    const message = 'The folder is not empty. Name one that is not there yet, or empty it first.'
    throw new SuiteError('SUITE_FOLDER_TAKEN', message, { file: folder })
  }
  mkdirSync(folder, { recursive: true })
}
