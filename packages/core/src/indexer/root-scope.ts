import { formatOf } from '@recallite/chunker/formats'
import { hasDocumentReader, isDocumentFile } from '../readers/document-files.js'
import { createPathMatcher, type Root } from '@recallite/store'
import { innerPath, isBelow } from '../system-paths.js'
import { folderGlobs, staticPrefix } from '../sources/glob-text.js'
import { isUnlimited } from '../sources/merge-roots.js'

/** Which files of a root's folder belong to the root; all paths are relative to it. */
export type RootScope = ReturnType<typeof rootScope>

const always = (): boolean => true

const isTranscript = (path: string): boolean => path.toLowerCase().endsWith('.jsonl')

/**
 * What belongs to a root: what its globs or its kind allow, without what belongs to other roots inside it.
 * @returns `hasFolder`: whether a folder can contain files of the root; `isText`: whether a file of it can be a document, by its name;
 * `isNamed`: whether a source names the path, so that no ignore file and no dot in its name hides it; `leadsToNamed`: whether a
 * source names something below the folder
 */
export function rootScope(root: Root, roots: readonly Root[]) {
  const [hasFile, hasFolder] = [fileTest(root), folderTest(root)]
  const nested = nestedIn(root, roots)
  const whole = new Set(nested.filter((inner) => inner.hasFile === always).map(({ path }) => path))
  const partial = nested.filter((inner) => inner.hasFile !== always)
  const isElsewhere = (path: string) =>
    partial.some((inner) => isBelow(path, inner.path) && inner.hasFile(path.slice(inner.path.length + 1)))
  return {
    hasFolder: (path: string) => !whole.has(path) && hasFolder(path),
    hasFile: (path: string) => hasFile(path) && !isElsewhere(path),
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

function namedIn({ include = [] }: Root) {
  const named = new Set(include.map(staticPrefix).filter((path) => path !== ''))
  const around = new Set([...named].flatMap(foldersAround))
  return { isNamed: (path: string) => named.has(path), leadsToNamed: (path: string) => around.has(path) }
}

/** The folders around a path, the outermost first; without the top, whose path is empty. */
export function foldersAround(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
