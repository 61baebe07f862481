import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'

// One level above the sources, and above the build.
const suitesFolder = join(import.meta.dirname, '../suites')

/** The suites that are published with the program. */
export const publishedSuites = ['memory', 'issue-16021', 'records'] as const

/** Those about the packages that an install of the repository contains; only a clone has them. */
export const cloneSuites = ['identifiers', 'typos'] as const

/** The names of the suites that can be run here. */
export function builtInSuites(folder = suitesFolder): string[] {
  return [...publishedSuites, ...cloneSuites].filter((name) => existsSync(join(folder, name, 'suite.yaml')))
}

/**
 * The folder of an included suite of that name; else the word itself, which is a folder.
 * @throws UsageError if only a clone of the repository has a suite of that name
 */
export function findSuiteFolder(word: string, folder = suitesFolder): string {
  if (builtInSuites(folder).includes(word)) return join(folder, word)
  if (cloneSuites.some((name) => name === word) && !existsSync(word)) {
    throw new UsageError(
      `The suite ${word} is about the packages that an install of Recallite's repository contains: run it in a clone. Here there are: ${builtInSuites(folder).join(', ')}.`,
    )
  }
  return word
}
