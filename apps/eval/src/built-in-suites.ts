import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// One level above the sources, and above the build.
const suitesFolder = fileURLToPath(new URL('../suites', import.meta.url))

/** The names of the suites that are included. */
export const builtInSuites = ['memory', 'issue-16021', 'identifiers', 'typos'] as const

/** The folder of an included suite of that name; else the word itself, which is a folder. */
export function findSuiteFolder(word: string): string {
  return builtInSuites.some((name) => name === word) ? join(suitesFolder, word) : word
}
