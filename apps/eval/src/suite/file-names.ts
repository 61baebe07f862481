const longestName = 60

/**
 * An id as a name that every file system takes: letters, digits, dots, hyphens and underscores, not hidden. Of a long
 * one the end, by which paths and addresses differ. Several ids may have the same.
 */
export function safeName(id: string): string {
  const plain = id.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const end = Array.from(plain).slice(-longestName).join('')
  return end.replace(/^[.-]+/u, '').replace(/[.-]+$/u, '') || 'unnamed'
}

/**
 * A safe name for each id, as a map from name to id. Names differ also where the file system does not tell capital
 * letters from small ones.
 */
export function distinctNames(ids: readonly string[], nameOf: (id: string) => string): Map<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const id of ids) {
    const stem = nameOf(id)
    let name = stem
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${stem}-${copy}`
    taken.add(name.toLowerCase())
    names.set(name, id)
  }
  return names
}

/** A Markdown file name for each id, as a map from name to id, distinct as above. */
export function fileNames(ids: readonly string[]): Map<string, string> {
  const stems = distinctNames(ids, (id) => safeName(id.replace(/\.md$/iu, '')))
  return new Map(Array.from(stems, ([stem, id]) => [`${stem}.md`, id]))
}
