import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { orUndefined } from '../or-undefined.js'
import { providersFolder } from '../settings/environment.js'

/** Whether a package is beside this program, or where `recallite setup` installs providers; nothing of it is loaded. */
export function isPackageInstalled(name: string): boolean {
  const manifest = `${name}/package.json`
  return [import.meta.url, folderManifest()].some(
    (place) => orUndefined(() => createRequire(place).resolve(manifest)) !== undefined,
  )
}

/** Imports what `recallite setup` installed, as in `@recallite/embeddings-llama/reranker`; undefined if it is not there. */
export function importFromFolder<Package>(entry: string): Promise<Package> | undefined {
  const file = orUndefined(() => createRequire(folderManifest()).resolve(entry))
  return file === undefined ? undefined : (import(pathToFileURL(file).href) as Promise<Package>)
}

function folderManifest(): string {
  return join(providersFolder(), 'package.json')
}
