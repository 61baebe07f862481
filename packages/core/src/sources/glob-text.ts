const wildcard = /[*?[{]/u
const escaped = /\\./gsu

export function hasWildcards(path: string): boolean {
  return wildcard.test(path.replaceAll(escaped, ''))
}

/** A glob that matches only the path. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{},]/gu, String.raw`\$&`)
}

/** The path that a glob without wildcards matches. */
export function unescapeGlob(text: string): string {
  return text.replaceAll(/\\(.)/gsu, '$1')
}

/** The path before the first part with wildcards: the folder that contains all matches, or the only match. */
export function staticPrefix(glob: string): string {
  const names = glob.split('/')
  const first = names.findIndex(hasWildcards)
  return unescapeGlob((first < 0 ? names : names.slice(0, first)).join('/'))
}

/** Globs for the folders in which a glob may match files; they may match others too. */
export function folderGlobs(glob: string): string[] {
  const names = glob.split('/')
  const first = names.findIndex(spansNames)
  const plain = names.slice(0, first < 0 ? -1 : first)
  const globs = plain.map((_, index) => plain.slice(0, index + 1).join('/'))
  return first < 0 ? globs : [...globs, [...plain, '**'].join('/')]
}

/** Whether a part of a glob may match several path parts: two stars, or a brace or bracket that closes in another part. */
function spansNames(name: string): boolean {
  const plain = name.replaceAll(escaped, '').replaceAll(/\{[^{}[\]]*\}|\[[^{}[\]]*\]/gu, '')
  return name.includes('**') || /[{[]/u.test(plain)
}
