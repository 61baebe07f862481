import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// One level up from here, and from the build as well.
const suitesFolder = fileURLToPath(new URL('../suites', import.meta.url))

/** The names of the suites that come along. */
export const builtInSuites = ['memory', 'issue-16021', 'identifiers', 'typos'] as const

/** The folder of a suite: that of one that comes along where it has such a name, else the word is a folder. */
export function findSuiteFolder(word: string): string {
  const isBuiltIn = builtInSuites.some((name) => name === word)
  return isBuiltIn && existsSync(suitesFolder) ? join(suitesFolder, word) : word
}
