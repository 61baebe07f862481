import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isFields } from './json-lines.js'

/** A package as it is installed. */
export interface InstalledPackage {
  readonly folder: string
  /** Undefined where it tells none. */
  readonly version: string | undefined
}

function versionIn(manifestFile: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'))
    const version = isFields(manifest) ? manifest['version'] : undefined
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/**
 * The package that a file in a folder would import by a name: from `node_modules` there or above, the nearest first, as
 * Node does (https://nodejs.org/api/esm.html, PACKAGE_RESOLVE). Links are followed.
 */
export function findPackage(name: string, folder: string): InstalledPackage | undefined {
  const place = join(folder, 'node_modules', name)
  const manifest = join(place, 'package.json')
  if (existsSync(manifest)) return { folder: realpathSync.native(place), version: versionIn(manifest) }
  const above = dirname(folder)
  return above === folder ? undefined : findPackage(name, above)
}
