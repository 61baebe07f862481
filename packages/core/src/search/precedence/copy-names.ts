/** What a document is a copy of. */
export interface Copy {
  /** The path of the original, in the same root. */
  readonly copyOf: string
  /** Whether the files are equal. */
  readonly isEqual: boolean
}

/**
 * The files that a file can be a copy of, by its name, the most distant first: `plan copy (conflicted copy 2026-07-10).md` has two.
 * @returns `isConflict`: only programs that synchronise files make such names, so the texts need not be similar
 */
export function copiedNames(path: string) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const extension = /\.[^./]*$/u.exec(path)?.[0] ?? ''
  const names: { readonly path: string; readonly isConflict: boolean }[] = []
  let isConflict = true
  for (let name = path.slice(folder.length, path.length - extension.length); ;) {
    const before = name
    const pattern = patterns.find((each) => each.test(before))
    name = pattern ? name.replace(pattern, '').trim() : ''
    if (name === '') return names.toReversed()
    isConflict &&= pattern === dated || isConflictCopy.test(before)
    names.push({ path: `${folder}${name}${extension}`, isConflict })
  }
}

const copy = 'copy|kopie|kopi[ao]?|copie|c[oó]pia|копия|backup|bak'
const asianCopy = 'コピー|副本|拷贝|拷貝|복사본|사본'
const conflict = 'conflict|konflikt|conflit|conflitt|conflito|конфликт|競合|冲突|衝突|충돌'

/** Syncthing and ownCloud; Synology. */
const dated = /[ ._~-]+(?:sync-)?conflict(?:ed)?[-_ ]\d{8}.*$|_[^_]+_\p{L}{3}-\d\d-\d{4,6}-\d{4}_conflict$/isu

/** Dropbox, Nextcloud, Obsidian, Seafile and others, in parentheses at the end. */
const isConflictCopy = new RegExp(
  `[(（[](?=[^()]*(?:${conflict}))[^()]*(?:${copy}|${asianCopy}|sfconflict|(?:case|sync|encoding|space) conflict|\\d{4}-?\\d\\d-?\\d\\d)[^()]*[)）\\]]$`,
  'iu',
)

const patterns = [
  dated,
  new RegExp(`\\s*[(（[][^()（）[\\]]*(?:${conflict})[^()（）[\\]]*[)）\\]]$`, 'iu'),
  new RegExp(
    `(?:\\s*[-–—_.]\\s*|\\s+|\\s*[(（](?:[^()（）]*\\s)?)(?:${copy}|(?:${conflict})(?:ed)?)(?:\\s*[(（]?\\d{1,3}[)）]?)?\\s*[)）]?$`,
    'iu',
  ),
  new RegExp(`\\s*[-–—(（]?\\s*[の的]?(?:${asianCopy})(?:\\s*[(（]?\\d{1,3}[)）]?)?[)）]?$`, 'u'),
  new RegExp(
    `^(?:(?:${copy})(?:\\s*[(（]\\d+[)）])?\\s+(?:of|von|van|av|af|d[aeiou]s?)\\s+|(?:${copy})\\s+d['’]|コピー\\s*[～〜~-]\\s*)`,
    'iu',
  ),
  /\s+\d{1,3}$|\s*[(（]\d{1,3}[)）]$|(?<=[^\d._-])[._-]\d{1,2}$|-(?:DESKTOP|LAPTOP)-[A-Z\d]{6,8}(?:-\d{1,2})?$|~$|[._ -](?:orig|old|alt)$/u,
]
