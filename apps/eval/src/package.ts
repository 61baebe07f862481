import { join } from 'node:path'
import { readVersion } from '@recallite/command-line'

// All are one level above the sources, and above the build.

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** The folder of the suites that are included. */
export const suitesFolder = join(import.meta.dirname, '../suites')

/** The folder of the page that reports are made of, once the package is built. */
export const pageFolder = join(import.meta.dirname, '../dist/ui')
