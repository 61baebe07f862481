import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@recallite/test-kit'

export { repositoryRoot }

/** Ignored folders, and that of git. */
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

/** All files in a folder of the repository and its subfolders: sorted paths from the root, with forward slashes. */
export function filesUnder(folder = '.'): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(path)
      return entry.isFile() ? [path] : []
    })
    .toSorted()
}

export const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

export const has = (path: string): boolean => existsSync(join(repositoryRoot, path))

/** Whether a path is a test, or only used by tests. */
export function isTestOnly(path: string): boolean {
  return /\.(test|check)\.ts$|\/(testing|__fixtures__)\//.test(path)
}

/** The TypeScript sources of packages and apps, without tests and their helpers. */
export function productSources(): string[] {
  return ['packages', 'apps']
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => /\/src\/.*\.ts$/.test(path) && !isTestOnly(path))
}
