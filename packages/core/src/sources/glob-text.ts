const sign = /[*?[{]/u

const escaped = /\\./gsu

/** Whether a path has signs that make it a glob. */
export function hasGlobSigns(path: string): boolean {
  return sign.test(path.replaceAll(escaped, ''))
}

/** The glob that a path fits, and nothing else. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{},]/gu, String.raw`\$&`)
}

/** What is meant by a name that has backslashes in front of signs. */
export function unescapeGlob(text: string): string {
  return text.replaceAll(/\\(.)/gsu, '$1')
}

/** The path in front of the first name with signs: the folder that all lies in that a glob finds, or the one file. */
export function staticPrefix(glob: string): string {
  const names = glob.split('/')
  const first = names.findIndex(hasGlobSigns)
  return unescapeGlob((first < 0 ? names : names.slice(0, first)).join('/'))
}

/** Globs for all folders, however deep, that a glob may find files in; perhaps for more. */
export function folderGlobs(glob: string): string[] {
  const names = glob.split('/')
  const first = names.findIndex(reachesOver)
  const plain = names.slice(0, first < 0 ? -1 : first)
  const globs = plain.map((_, index) => plain.slice(0, index + 1).join('/'))
  return first < 0 ? globs : [...globs, [...plain, '**'].join('/')]
}

/** Whether what stands in a name may reach over a slash: two stars, or a brace or a bracket that is closed elsewhere. */
function reachesOver(name: string): boolean {
  const plain = name.replaceAll(escaped, '').replaceAll(/\{[^{}[\]]*\}|\[[^{}[\]]*\]/gu, '')
  return name.includes('**') || /[{[]/u.test(plain)
}
