import { join } from 'node:path'
import { readVersion } from '@recallite/command-line'

// The paths are valid in both src and dist.

export const version = readVersion(new URL('../package.json', import.meta.url))

/** The folder of the included suites. */
export const suitesFolder = join(import.meta.dirname, '../suites')

/** The folder of the built page that reports use. */
export const pageFolder = join(import.meta.dirname, '../dist/ui')
