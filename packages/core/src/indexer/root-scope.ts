import { formatOf } from '@recallite/chunker/formats'
import { hasDocumentReader, isDocumentFile } from '../readers/document-files.js'
import { createPathMatcher, type Root } from '@recallite/store'
import { innerPath, isBelow } from '../system-paths.js'
import { folderGlobs, staticPrefix } from '../sources/glob-text.js'
import { isUnlimited } from '../sources/merge-roots.js'

/** Which files of a root's folder belong to the root; all paths are relative to it. */
export interface RootScope {
  /** Whether a folder can contain files of the root. */
  readonly hasFolder: (path: string) => boolean
  readonly hasFile: (path: string) => boolean
  /** Whether a file of the root can be a document, by its name. */
  readonly isText: (name: string) => boolean
  /** Whether a source names the path, so that no ignore file and no dot in its name hides it. */
  readonly isNamed: (path: string) => boolean
  /** Whether a source names something below the folder. */
  readonly leadsToNamed: (path: string) => boolean
}

const always = (): boolean => true

const isTranscript = (path: string): boolean => path.toLowerCase().endsWith('.jsonl')

/** What belongs to a root: what its globs or its kind allow, without what belongs to other roots inside it. */
export function rootScope(root: Root, roots: readonly Root[]): RootScope {
  const [hasFile, hasFolder] = [fileTest(root), folderTest(root)]
  const nested = nestedIn(root, roots)
  const whole = new Set(nested.filter((inner) => inner.hasFile === always).map(({ path }) => path))
  const partial = nested.filter((inner) => inner.hasFile !== always)
  const isElsewhere = (path: string) =>
    partial.some((inner) => isBelow(path, inner.path) && inner.hasFile(path.slice(inner.path.length + 1)))
  return {
    hasFolder: (path) => !whole.has(path) && hasFolder(path),
    hasFile: (path) => hasFile(path) && !isElsewhere(path),
    isText: root.kind === 'sessions' ? always : isTextName,
    ...namedIn(root),
  }
}

/** Whether an index leaves out files and folders of that name without reporting them: dot files, dot folders and `node_modules`. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Whether files of that name can be documents; an index skips all others, whatever they contain. */
export function isTextName(name: string): boolean {
  return formatOf(name) !== null || (isDocumentFile(name) && hasDocumentReader())
}

function fileTest(root: Root): (path: string) => boolean {
  if (root.kind === 'sessions') return isTranscript
  return isUnlimited(root) ? always : createPathMatcher(root.include ?? [])
}

function folderTest(root: Root): (path: string) => boolean {
  if (root.kind === 'sessions' || isUnlimited(root)) return always
  return createPathMatcher((root.include ?? []).flatMap(folderGlobs))
}

function nestedIn({ path }: Root, roots: readonly Root[]) {
  return roots.flatMap((root) => {
    const inner = innerPath(root.path, path)
    return inner ? [{ path: inner, hasFile: root.kind === 'sessions' ? always : fileTest(root) }] : []
  })
}

function namedIn({ include = [] }: Root): Pick<RootScope, 'isNamed' | 'leadsToNamed'> {
  const named = new Set(include.map(staticPrefix).filter((path) => path !== ''))
  const around = new Set([...named].flatMap(foldersAround))
  return { isNamed: (path) => named.has(path), leadsToNamed: (path) => around.has(path) }
}

/** The folders around a path, the outermost first; without the top, whose path is empty. */
export function foldersAround(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
