import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBytes } from './json-lines.js'
import { corpusFiles, idInRoot, listFiles } from './open-corpus.js'
import type { DocumentCorpus, TextCorpus } from './suite.js'

const frontMatter = /^---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/u
const maxName = 60

/**
 * Writes a suite's documents as files in the work folder and removes other files there. A folder and roots are used in place.
 * @returns the folders and roots to index, and `idOf`: the document id of a path in a root
 */
export function layOutCorpus(corpus: TextCorpus, workFolder: string) {
  if (corpus.kind === 'roots') return { folders: [], roots: corpus.roots, idOf: idInRoot }
  if (corpus.kind === 'folder') return { folders: [corpus.path], roots: [], idOf: (path: string) => path }
  // A distinctive name, because all other files in this folder are removed.
  const folder = join(workFolder, 'recallite-eval-corpus')
  const files =
    corpus.kind === 'documents'
      ? documentFiles(corpus.documents)
      : Array.from(corpusFiles(corpus), ([id, file]) => ({ name: id, id, text: readBytes(file) }))
  fillFolder(folder, new Map(files.map(({ name, text }) => [name, Buffer.from(text)])))
  const ids = new Map(files.map(({ name, id }) => [name, id]))
  return { folders: [folder], roots: [], idOf: (path: string) => ids.get(path) ?? path }
}

/** Converts documents to Markdown files with distinct names. */
export function documentFiles(documents: DocumentCorpus['documents']) {
  const stems = distinctNames(documents.map(({ id }) => safeName(id.replace(/\.md$/iu, ''))))
  return documents.map((document, index) => {
    return { name: `${stems[index] ?? ''}.md`, id: document.id, text: documentText(document) }
  })
}

/** Numbers repeated names. Names then differ even on file systems that ignore case. */
function distinctNames(stems: readonly string[]): string[] {
  const taken = new Set<string>()
  return stems.map((stem) => {
    let name = stem
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${stem}-${copy}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** A name that every file system accepts, from the end of an id. Different ids may get the same name. */
export function safeName(id: string): string {
  const plain = id.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const end = Array.from(plain).slice(-maxName).join('')
  return end.replace(/^[.-]+/u, '').replace(/[.-]+$/u, '') || 'unnamed'
}

/** Converts a document to Markdown, with the title as first heading and `replyTo` as front matter unless the text has them. */
function documentText({ replyTo, ...document }: DocumentCorpus['documents'][number]): string {
  const text = titledText(document)
  if (replyTo === undefined || frontMatter.test(text)) return text
  return `---\nreplyTo: ${JSON.stringify(replyTo)}\n---\n${text}`
}

function titledText({ title, text }: Pick<DocumentCorpus['documents'][number], 'title' | 'text'>): string {
  const heading = title.trim().replaceAll(/\s+/gu, ' ')
  const [matter = ''] = frontMatter.exec(text) ?? []
  const body = text.slice(matter.length).trimStart()
  const [firstLine = ''] = body.split('\n', 1)
  if (heading === '' || /^#\s/u.test(firstLine)) return text
  const rest = firstLine.trim() === heading ? body.slice(firstLine.length).trimStart() : body
  return `${matter}# ${heading}\n\n${rest}`
}

function fillFolder(folder: string, texts: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true })
  for (const path of listFiles(folder)) if (!texts.has(path)) rmSync(join(folder, path))
  for (const [path, text] of texts) {
    const file = join(folder, path)
    // Keeps the modification time of unchanged files, which the index compares.
    if (existsSync(file) && readFileSync(file).equals(text)) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
