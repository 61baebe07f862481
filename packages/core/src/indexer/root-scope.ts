import { formatOf } from '@recallite/chunker/formats'
import { hasDocumentReader, isDocumentFile } from '../readers/document-files.js'
import { createPathMatcher, type Root } from '@recallite/store'
import { innerPath, isBelow } from '../system-paths.js'
import { folderGlobs, staticPrefix } from '../sources/glob-text.js'
import { isUnlimited } from '../sources/merge-roots.js'

/** Tests which files in a root's folder belong to the root; all paths are relative to it. */
export type RootScope = ReturnType<typeof rootScope>

const always = (): boolean => true

const isTranscript = (path: string): boolean => path.toLowerCase().endsWith('.jsonl')

/**
 * The scope of a root: the files that its globs or its kind include, without those of roots inside it.
 * @returns `hasFolder`: whether a folder can contain files of the root; `isText`: whether a file name can be that of a document;
 * `isNamed`: whether a source names the path, so that neither an ignore file nor a leading dot hides it; `leadsToNamed`: whether a
 * source names a path below the folder
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

/** Whether a file or folder of this name is silently skipped: dot files, dot folders and `node_modules`. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Whether a file of this name can be a document; all others are skipped. */
export function isTextName(name: string): boolean {
  return formatOf(name) !== null || (isDocumentFile(name) && hasDocumentReader())
}

function fileTest(root: Root): (path: string) => boolean {
  if (root.kind === 'sessions' && !root.include?.length) return isTranscript
  return isUnlimited(root) ? always : createPathMatcher(root.include ?? [])
}

function folderTest(root: Root): (path: string) => boolean {
  if ((root.kind === 'sessions' && !root.include?.length) || isUnlimited(root)) return always
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

/** The folders around a path, outermost first, without the root itself. */
export function foldersAround(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
