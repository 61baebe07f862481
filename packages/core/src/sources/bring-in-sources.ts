import type { Root, Store } from '@recallite/store'
import type { Surroundings } from '../sync/scan-root.js'
import { mergeRoots } from './merge-roots.js'
import type { Source } from './source.js'
import type { RefusedPath, Wanted } from './wanted-root.js'
import { wantedRoots } from './wanted-roots.js'
import { writeRoots } from './write-roots.js'

/** What became of sources, and what scans need to know of them. */
export interface BroughtIn extends Surroundings {
  /** What is not there, as absolute paths; nothing was done about it. */
  readonly missing: readonly string[]
  /** What leads to where it must not. */
  readonly refused: readonly RefusedPath[]
}

function surroundingsBy(roots: readonly Root[], { roots: wanted, unreachable }: Wanted): Surroundings {
  const retentionDays = new Map<string, number>()
  for (const { path, retentionDays: days } of wanted) if (days !== undefined) retentionDays.set(path, days)
  const growthLimits = new Map(wanted.map((root) => [root.path, root] as const))
  return { roots, unreachable, retentionDays, growthLimits }
}

/** What scans need to know of sources that were brought in before. */
export async function surroundingsOf(
  store: Pick<Store, 'listRoots' | 'within'>,
  sources: readonly Source[],
): Promise<Surroundings> {
  return surroundingsBy(await store.listRoots(), wantedRoots(sources, store.within))
}

/** Makes sources roots, or part of the roots that they lie in. Rejects with StoreError. */
export async function bringInSources(store: Store, sources: readonly Source[]): Promise<BroughtIn> {
  const known = await store.listRoots()
  const wanted = wantedRoots(sources, store.within)
  const roots = await writeRoots(store, known, mergeRoots(known, wanted.roots).roots)
  return { ...surroundingsBy(roots, wanted), missing: wanted.missing, refused: wanted.refused }
}
