import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@recallite/test-kit'

export { repositoryRoot }

/** What git keeps out, by name, and git itself. */
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'generated',
  '.git',
  '.turbo',
  '.vite-temp',
  'coverage',
  '.demo',
  'compiled',
])

/** Every file below a folder of the repository, by its path from the root, with slashes, in order. */
export function filesUnder(folder = '.'): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(path)
      return entry.isFile() ? [path] : []
    })
    .toSorted()
}

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

/** Whether the repository has such a file or folder. */
export const has = (path: string): boolean => existsSync(join(repositoryRoot, path))

/** Whether a path is a test, or helps tests only. */
export function isTestOnly(path: string): boolean {
  return /\.(test|check)\.ts$|\/(testing|__fixtures__)\//.test(path)
}

/** The TypeScript that packages and apps are built from, without tests and what helps them. */
export function productSources(): string[] {
  return ['packages', 'apps']
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => /\/src\/.*\.ts$/.test(path) && !isTestOnly(path))
}
