import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBeirLayout } from './beir-layout.js'
import { SuiteError } from './errors.js'
import { checkSuite, readOurLayout } from './our-layout.js'
import { type Suite, beirMarkerFile, ourMarkerFile } from './suite.js'

const layouts = [
  { markerFile: ourMarkerFile, read: readOurLayout },
  { markerFile: beirMarkerFile, read: readBeirLayout },
]

/**
 * Reads the suite in a folder, in whichever layout it is.
 * @throws SuiteError
 */
export function readSuite(folder: string): Suite {
  const layout = layouts.find(({ markerFile }) => existsSync(join(folder, markerFile)))
  if (layout) return checkSuite(layout.read(folder), { file: folder })
  const files = layouts.map(({ markerFile }) => markerFile).join(' nor ')
  const message = `There is no suite here, neither ${files}. Name a folder that has one of them.`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
}

/**
 * Reads several suites, each with a name of its own.
 * @throws SuiteError
 */
export function readSuites(folders: readonly string[]): Suite[] {
  const suites = new Map<string, Suite>()
  for (const folder of folders) {
    const suite = readSuite(folder)
    if (suites.has(suite.name)) {
      const message = `An earlier suite is called ${JSON.stringify(suite.name)} as well. Rename one, or run them apart.`
      throw new SuiteError('SUITE_NAME_TAKEN', message, { file: folder })
    }
    suites.set(suite.name, suite)
  }
  return [...suites.values()]
}
