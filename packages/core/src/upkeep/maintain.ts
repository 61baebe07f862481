import type { Store } from '@recallite/store'
import type { Optimised } from '../memory.js'
import type { TextReport } from '../sync/index-roots.js'

/** A store to maintain. */
export interface Maintained {
  readonly store: Store
  /** In milliseconds. */
  readonly keepUnusedVectors: number
  readonly now: () => number
}

/** Tidying up rewrites the whole keyword index: at once only where this part of the files has changed. */
const worthOptimising = 0.1

/** Else so often, in milliseconds: what was deleted can be read in the file until then. */
const optimisedEvery = 86_400_000

/** The note that says when the store was last tidied up, in milliseconds since the epoch. */
const optimisedNote = 'optimised at'

/** Does what is due after texts were brought in. Rejects with StoreError. */
export async function maintain(maintained: Maintained, texts: TextReport): Promise<void> {
  await removeUnused(maintained)
  if (hasMuchChanged(texts) || (await isDue(maintained))) await tidyUp(maintained)
}

/** Removes vectors that have been unused for long enough, and tidies up. */
export async function optimise(maintained: Maintained): Promise<Optimised> {
  const { store } = maintained
  const before = (await store.status()).database.bytes
  const removedVectors = await removeUnused(maintained)
  const postponed = await tidyUp(maintained)
  const { bytes } = (await store.status()).database
  return { removedVectors, bytes, freedBytes: Math.max(0, before - bytes), postponed }
}

function removeUnused({ store, keepUnusedVectors }: Maintained): Promise<number> {
  return store.removeUnusedVectors({ unusedFor: keepUnusedVectors })
}

async function tidyUp({ store, now }: Maintained): Promise<string | null> {
  const postponed = await store.optimise()
  if (postponed === null) await store.writeNote(optimisedNote, String(now()))
  return postponed
}

function hasMuchChanged({ added, changed, removed, files }: TextReport): boolean {
  return added + changed + removed > files * worthOptimising
}

/** A note from the future is one of a clock that was wrong. */
async function isDue({ store, now }: Maintained): Promise<boolean> {
  const last = Number((await store.readNote(optimisedNote)) ?? 0)
  return !(last <= now() && now() - last < optimisedEvery)
}
