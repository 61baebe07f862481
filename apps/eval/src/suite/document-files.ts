import type { SuiteDocument } from './suite.js'

const frontMatter = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/u
const longestName = 60

/** The documents that a suite has in one file, each as a file of its own. */
export function documentFiles(documents: readonly SuiteDocument[]) {
  const names = [...fileNames(documents.map(({ id }) => id)).keys()]
  return documents.map((document, index) => ({
    name: names[index] ?? '',
    id: document.id,
    text: documentText(document),
  }))
}

/** A document as Markdown: its title becomes the first heading, unless the text begins with a first-level heading. */
export function documentText({ title, text }: SuiteDocument): string {
  const heading = title.trim().replaceAll(/\s+/gu, ' ')
  const [matter = ''] = frontMatter.exec(text) ?? []
  const body = text.slice(matter.length).trimStart()
  const [firstLine = ''] = body.split('\n', 1)
  if (heading === '' || /^#\s/u.test(firstLine)) return text
  const rest = firstLine.trim() === heading ? body.slice(firstLine.length).trimStart() : body
  return `${matter}# ${heading}\n\n${rest}`
}

/** A Markdown file name for each id, as a map from name to id, distinct as in `distinctNames`. */
export function fileNames(ids: readonly string[]): Map<string, string> {
  const stems = distinctNames(ids.map((id) => safeName(id.replace(/\.md$/iu, ''))))
  return new Map(stems.map((stem, index) => [`${stem}.md`, ids[index] ?? '']))
}

/** Numbers names that occur again, so that they differ also on file systems that ignore case. */
export function distinctNames(stems: readonly string[]): string[] {
  const taken = new Set<string>()
  return stems.map((stem) => {
    let name = stem
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${stem}-${copy}`
    taken.add(name.toLowerCase())
    return name
  })
}

/**
 * A name that every file system takes, from the end of an id, by which paths and addresses differ. Several ids may
 * have the same name.
 */
export function safeName(id: string): string {
  const plain = id.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const end = Array.from(plain).slice(-longestName).join('')
  return end.replace(/^[.-]+/u, '').replace(/[.-]+$/u, '') || 'unnamed'
}
