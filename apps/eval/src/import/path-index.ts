/** Files of a corpus, to be found by what QMD calls them. */
export interface PathIndex {
  /** Paths of the files that a path in the collection may mean; none where it means none. */
  readonly find: (path: string) => readonly string[]
  /** Paths of the files whose name is about that of the path. */
  readonly withNameOf: (path: string) => readonly string[]
}

/** About what QMD calls a file: hyphens for whatever is neither letter nor digit, none around folders. */
function asHandle(path: string): string {
  const plain = path.toLowerCase().replaceAll(/[^\p{L}\p{N}/]+/gu, '-')
  return plain.replaceAll(/(?<=^|\/)-+|-+(?=\/|$)/gu, '')
}

function nameHandle(path: string): string {
  return asHandle(path.slice(path.lastIndexOf('/') + 1))
}

const sameCase = (path: string) => path
const anyCase = (path: string) => path.toLowerCase()

/** From strict to lenient; the first that finds something decides. */
const comparisons = [
  { fold: sameCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: false },
  { fold: anyCase, takesSuffix: true },
  { fold: asHandle, takesSuffix: true },
]

/** A path, and what is left of it without its first folders. */
function suffixesOf(path: string): string[] {
  const folders = path.split('/')
  return folders.map((_, place) => folders.slice(place).join('/'))
}

function groupByKeys(
  files: readonly string[],
  keysOf: (path: string) => readonly string[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of files) {
    for (const key of keysOf(path)) {
      const group = groups.get(key)
      if (group) group.push(path)
      else groups.set(key, [path])
    }
  }
  return groups
}

/** Folds the paths of a corpus once, for all that is looked for in it. */
export function indexPaths(files: readonly string[]): PathIndex {
  const lookups = comparisons.map(({ fold, takesSuffix }) => {
    const groups = groupByKeys(files, (path) => (takesSuffix ? suffixesOf(fold(path)) : [fold(path)]))
    return (path: string) => groups.get(fold(path))
  })
  const names = groupByKeys(files, (path) => [nameHandle(path)])
  return {
    find(path) {
      for (const lookUp of lookups) {
        const found = lookUp(path)
        if (found) return found
      }
      return []
    },
    withNameOf: (path) => names.get(nameHandle(path)) ?? [],
  }
}
