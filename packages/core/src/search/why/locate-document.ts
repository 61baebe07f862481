import { statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Root, Store } from '@recallite/store'
import { MemoryError } from '../../errors.js'
import {
  ambiguous,
  documentsAt,
  documentsNamed,
  type FoundDocument,
  indexedAmong,
  suggestPaths,
} from '../../get/find-documents.js'
import { readSkips } from '../../indexer/plan.js'
import { isPassedOver, rootScope } from '../../indexer/root-scope.js'
import { scanRoot } from '../../indexer/scan.js'
import { rootProblem, isBelow } from '../../system-paths.js'
import { scanContextOf } from '../../sources/merge-roots.js'
import type { Source } from '../../sources/source.js'

/** The index and the sources of a memory. */
export interface DocumentSource {
  readonly store: Store
  readonly sources: readonly Source[]
  /** In milliseconds since the epoch. */
  readonly now: () => number
}

/** An indexed document, or a file and why it is not indexed. */
type LocatedDocument =
  | { readonly kind: 'indexed'; readonly root: string; readonly path: string }
  | {
      readonly kind: 'unindexed'
      /** Null for a file outside all roots. */
      readonly root: string | null
      readonly path: string
      readonly reason: string
      readonly fix: string
    }

/**
 * Finds a document by `path`, `root:path` or the absolute path of its file, or the reason why a file is not indexed.
 * @throws MemoryError `DOCUMENT_UNKNOWN`, with similar paths, if there is neither a document nor a file; `DOCUMENT_AMBIGUOUS`
 */
export async function locateDocument(where: string, source: DocumentSource): Promise<LocatedDocument> {
  const roots = await source.store.listRoots()
  const possible = isAbsolute(where) ? documentsAt(where, roots) : documentsNamed(where, roots)
  const indexed = await indexedAmong(possible, source.store)
  const [found, another] = indexed
  if (found && another) throw ambiguous(where, indexed)
  if (found) return { kind: 'indexed', root: found.root.name, path: found.path }
  const file = possible.find(({ root, path }) => exists(join(root.path, path)))
  if (file)
    return { kind: 'unindexed', root: file.root.name, path: file.path, ...(await explain(file, source)) }
  if (isAbsolute(where) && exists(where)) return outside(where)
  const advice = await suggestPaths(where, source.store)
  throw new MemoryError('DOCUMENT_UNKNOWN', `There is no document and no file ${where}. ${advice}`)
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

type Explained = Pick<Extract<LocatedDocument, { kind: 'unindexed' }>, 'reason' | 'fix'>

/** Scans the root as an index run does. */
async function explain(address: FoundDocument, { store, sources, now }: DocumentSource): Promise<Explained> {
  const { root, path } = address
  const problem = rootProblem(root)
  if (problem !== undefined)
    return {
      reason: problem,
      fix: `index the folder at its new path, or remove the root: recallite roots remove ${root.name}`,
    }
  const context = await scanContextOf(store, sources)
  const scan = await scanRoot(root, { now, context })
  const isListed = scan?.files.some((file) => file.path === path) ?? false
  const skipped = scan?.skipped.find((file) => file.path === path || isBelow(path, file.path))
  if (skipped) return { reason: skipped.reason, fix: 'only readable text is indexed: change the file' }
  if (!isListed) return excluded(address, context.roots)
  const previous = (await readSkips(store, root)).get(path)
  if (previous) return { reason: previous.reason, fix: 'change the file, then run: recallite index' }
  return { reason: 'it is new and not indexed yet', fix: 'run: recallite index' }
}

/** Why a scan does not list an existing file. */
function excluded({ root, path }: FoundDocument, roots: readonly Root[]): Explained {
  if (!rootScope(root, roots).hasFile(path)) {
    const reason = `the root ${root.name} is limited to ${(root.include ?? []).join(', ') || 'other files'}`
    return { reason, fix: `name the file: recallite index ${join(root.path, path)}` }
  }
  const hidden = path.split('/').find(isPassedOver)
  if (hidden !== undefined) {
    return {
      reason: `${hidden} is ignored: dot files and node_modules are not indexed`,
      fix: 'add the file to extraPaths, or move it',
    }
  }
  return {
    reason: 'an ignore file (.gitignore or .recalliteignore) excludes it',
    fix: 'add `!` and its path to .recalliteignore, or add the file to extraPaths',
  }
}

function outside(path: string): LocatedDocument {
  const fix = `run: recallite index ${dirname(path)}`
  return { kind: 'unindexed', root: null, path, reason: 'it is outside the indexed folders', fix }
}
