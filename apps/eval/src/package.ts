import { join } from 'node:path'
import { readVersion } from '@recallite/command-line'

// Both are one level above the sources, and above the build.

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** The folder of the suites that are included. */
export const suitesFolder = join(import.meta.dirname, '../suites')
