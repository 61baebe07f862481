import { join, resolve } from 'node:path'
import type { MemorySource, PathsSource, SessionsSource, Source } from './source.js'
import { wantedPath, wantedPlace } from './wanted-path.js'
import { lookAtPath, nothingAt, realPathOf, type Wanted, type WantedRoot } from './wanted-root.js'

/** What belongs to an agent's memory, in its workspace. */
const memoryInclude = ['MEMORY.md', 'memory/**/*.md']
const memoryFile = 'MEMORY.md'
const memoryFolder = 'memory'

/** What of a memory lies elsewhere and is only linked to: scans follow no links. */
function linkedMemory(folder: string): WantedRoot[] {
  return [memoryFile, memoryFolder].flatMap((name) => {
    const path = join(folder, name)
    const real = realPathOf(path)
    const [root] = (real !== undefined && real !== path && wantedPlace(real)?.roots) || []
    if (!root) return []
    return [name === memoryFolder ? { ...root, include: ['**/*.md'] } : root]
  })
}

/** Whether a folder has what the source `memory` is made of: a file `MEMORY.md` or a folder `memory`. */
export function hasMemory(folder: string): boolean {
  const [file, inner] = [memoryFile, memoryFolder].map((name) => lookAtPath(join(folder, name)))
  return file?.isFile() === true || inner?.isDirectory() === true
}

function wantedMemory({ folder }: MemorySource): Wanted {
  const path = realPathOf(folder)
  // A workspace without a memory yet; what it had is gone.
  if (path === undefined || !hasMemory(path))
    return { roots: [], missing: [join(resolve(folder), memoryFolder)], unreachable: [] }
  const roots = [{ path, include: memoryInclude }, ...linkedMemory(path)]
  return { roots, missing: [], unreachable: [] }
}

function wantedSessions({ folder, ...rules }: SessionsSource): Wanted {
  const path = lookAtPath(folder)?.isDirectory() ? realPathOf(folder) : undefined
  if (path === undefined) return nothingAt(resolve(folder))
  return { roots: [{ ...rules, path, kind: 'sessions' }], missing: [], unreachable: [] }
}

function joinWanted(wanted: readonly Wanted[]): Wanted {
  return {
    roots: wanted.flatMap(({ roots }) => roots),
    missing: [...new Set(wanted.flatMap(({ missing }) => missing))],
    unreachable: [...new Set(wanted.flatMap(({ unreachable }) => unreachable))],
  }
}

function wantedPaths({ paths, folder, home }: PathsSource): Wanted {
  return joinWanted(paths.map((path) => wantedPath(path, { folder, home })))
}

function wantedOf(source: Source): Wanted {
  if (typeof source === 'string') return wantedPlace(resolve(source)) ?? nothingAt(resolve(source))
  switch (source.kind) {
    case 'memory':
      return wantedMemory(source)
    case 'paths':
      return wantedPaths(source)
    case 'sessions':
      return wantedSessions(source)
  }
}

/** What sources want to be roots, as far as it is there. */
export function wantedRoots(sources: readonly Source[]): Wanted {
  return joinWanted(sources.map(wantedOf))
}
