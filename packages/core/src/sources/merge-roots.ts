import { basename, sep } from 'node:path'
import { maximumGlobLength, type Root } from '@recallite/store'
import { isInside } from '../is-inside.js'
import { escapeGlob } from './glob-text.js'
import type { WantedRoot } from './wanted-root.js'

/** The glob of all that a folder has. */
const everything = '**'

/** Whether a root has all documents of its folder. */
export function isUnlimited({ kind, include = [] }: Root): boolean {
  return kind !== 'sessions' && (include.length === 0 || include.includes(everything))
}

/** The nearest root of documents around a path. */
export function rootAround(path: string, roots: readonly Root[]): Root | undefined {
  return roots
    .filter((root) => root.kind !== 'sessions' && isInside(path, root.path, sep))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

/**
 * A root with more globs. What is named in a root that has everything is kept as well: it is not to be ignored, whatever
 * files like `.gitignore` say.
 */
function widened(root: Root, globs: readonly string[]): Root {
  const before = root.include ?? []
  const include = [...new Set([...(before.length > 0 ? before : [everything]), ...globs])]
  return include.length === Math.max(before.length, 1) ? root : { ...root, include }
}

function globsInside(root: Root, { path, include = [everything] }: WantedRoot): string[] {
  const folder = path.slice(root.path.endsWith(sep) ? root.path.length : root.path.length + 1)
  const prefix = escapeGlob(folder.replaceAll(sep, '/'))
  return include.map((glob) => `${prefix}/${glob}`)
}

function newRoot({ path, kind, include }: WantedRoot): Root {
  return { name: basename(path) || 'root', path, ...(kind && { kind }), ...(include && { include }) }
}

function atSamePath(present: Root, { kind, include = [everything] }: WantedRoot): Root {
  if (present.kind === 'sessions') return present
  if (kind === 'sessions') return { name: present.name, path: present.path, kind }
  return widened(present, include)
}

/** The root that a wanted one becomes: one that is there, perhaps with more in it, or a new one. */
function mergeRoot(roots: readonly Root[], wanted: WantedRoot): Root {
  const present = roots.find(({ path }) => path === wanted.path)
  if (present) return atSamePath(present, wanted)
  const around = wanted.kind === 'sessions' ? undefined : rootAround(wanted.path, roots)
  const globs = around && globsInside(around, wanted)
  // Longer globs find nothing, but a root may lie in another.
  if (!around || globs?.some((glob) => glob.length > maximumGlobLength)) return newRoot(wanted)
  return widened(around, globs ?? [])
}

/** What roots become. */
export interface MergedRoots {
  /** All of them, those that are new at the end. */
  readonly roots: readonly Root[]
  /** Those that the wanted ones are part of. */
  readonly wanted: readonly Root[]
}

/**
 * Brings wanted folders into roots: one that lies in a root of documents becomes part of it, others become roots. Pure.
 * The outer ones come first, so that it makes no difference in which order they are named.
 */
export function mergeRoots(known: readonly Root[], wanted: readonly WantedRoot[]): MergedRoots {
  const roots = new Map(known.map((root) => [root.path, root]))
  const used = new Set<string>()
  for (const each of wanted.toSorted((a, b) => a.path.length - b.path.length)) {
    const root = mergeRoot([...roots.values()], each)
    roots.set(root.path, root)
    used.add(root.path)
  }
  const all = [...roots.values()]
  return { roots: all, wanted: all.filter(({ path }) => used.has(path)) }
}
