import { createRequire } from 'node:module'
import { join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { providersFolder } from '../environment.js'

/** Whether a package is beside this program, or where `recallite setup` installs providers; nothing of it is loaded. */
export function isPackageInstalled(name: string): boolean {
  const manifest = `${name}/package.json`
  return [import.meta.url, folderManifest()].some(
    (place) => orUndefined(() => createRequire(place).resolve(manifest)) !== undefined,
  )
}

/** Imports what `recallite setup` installed, as in `@recallite/embeddings-llama/reranker`; undefined if it is not there. */
export function importFromFolder<Package>(entry: string): Promise<Package> | undefined {
  return importFrom([folderManifest()], entry)
}

/**
 * Imports a package from the first place that has it; undefined if there is none. By `require`, which takes ES modules too: `import()`
 * fails in a program whose compiled code is kept.
 */
export function importFrom<Package>(places: readonly string[], entry: string): Promise<Package> | undefined {
  const requires = places.map((place) => createRequire(place))
  const require = requires.find(({ resolve }) => orUndefined(() => resolve(entry)) !== undefined)
  return require && Promise.resolve().then(() => require(entry) as Package)
}

function folderManifest(): string {
  return join(providersFolder(), 'package.json')
}
