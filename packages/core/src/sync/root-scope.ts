import { sep } from 'node:path'
import { createPathMatcher, type Root } from '@recallite/store'
import { isInside } from '../is-inside.js'
import { folderGlobs, staticPrefix } from '../sources/glob-text.js'
import { isUnlimited } from '../sources/merge-roots.js'
import { isTextName } from './text-name.js'

/** What of a root's folder is its own; all paths relative to it. */
export interface RootScope {
  /** Whether there can be files of the root's in a folder. */
  readonly hasFolder: (path: string) => boolean
  readonly hasFile: (path: string) => boolean
  /** Whether a file that it has can be a document, by its name. */
  readonly isText: (name: string) => boolean
  /** Whether a path was named, so that nothing around it hides it. */
  readonly isNamed: (path: string) => boolean
  /** Whether something below a folder was named. */
  readonly leadsToNamed: (path: string) => boolean
}

interface NestedRoot {
  readonly path: string
  readonly hasFile: (path: string) => boolean
}

const never = (): boolean => false
const always = (): boolean => true
const isTranscript = (path: string): boolean => path.toLowerCase().endsWith('.jsonl')

function fileTest(root: Root): (path: string) => boolean {
  if (root.kind === 'sessions') return isTranscript
  return isUnlimited(root) ? always : createPathMatcher(root.include ?? [])
}

function folderTest(root: Root): (path: string) => boolean {
  if (root.kind === 'sessions' || isUnlimited(root)) return always
  return createPathMatcher((root.include ?? []).flatMap(folderGlobs))
}

function foldersAround(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function namedIn({ include = [] }: Root): Pick<RootScope, 'isNamed' | 'leadsToNamed'> {
  if (include.length === 0) return { isNamed: never, leadsToNamed: never }
  const named = new Set(include.map(staticPrefix).filter((path) => path !== ''))
  const around = new Set([...named].flatMap(foldersAround))
  return { isNamed: (path) => named.has(path), leadsToNamed: (path) => around.has(path) }
}

function nestedIn({ path }: Root, roots: readonly Root[]): NestedRoot[] {
  return roots
    .filter((root) => isInside(root.path, path, sep) && root.path !== path)
    .map((root) => {
      const inner = root.path.slice(path.endsWith(sep) ? path.length : path.length + 1)
      const hasAll = root.kind === 'sessions' || isUnlimited(root)
      return { path: inner.replaceAll(sep, '/'), hasFile: hasAll ? always : fileTest(root) }
    })
}

/** What is a root's own: what its globs or its kind allow, and no other root that lies in it has. */
export function rootScope(root: Root, roots: readonly Root[]): RootScope {
  const [hasFile, hasFolder] = [fileTest(root), folderTest(root)]
  const nested = nestedIn(root, roots)
  const whole = new Set(nested.filter((inner) => inner.hasFile === always).map(({ path }) => path))
  const partial = nested.filter((inner) => inner.hasFile !== always)
  const isElsewhere = (path: string) =>
    partial.some((inner) => isInside(path, inner.path) && inner.hasFile(path.slice(inner.path.length + 1)))
  return {
    hasFolder: (path) => !whole.has(path) && hasFolder(path),
    hasFile: (path) => hasFile(path) && !isElsewhere(path),
    isText: root.kind === 'sessions' ? always : isTextName,
    ...namedIn(root),
  }
}
