import type { Root } from './document.js'
import { StoreError } from './errors.js'
import type { LockOptions } from './maintenance.js'
import type { Store } from './store.js'
import { unitVector, type KeptSpace, type Space } from './vector-space.js'

/** How to copy a store. */
export interface CopyOptions {
  /** Ends the copy between two writes: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with how many of the source's vectors were copied. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
  /** How long to wait for the lock of the target, in milliseconds; default 0. */
  readonly wait?: LockOptions['wait']
}

/** What a copy did. */
export interface CopyReport {
  /** The names of the copied roots. */
  readonly roots: readonly string[]
  /** The copied spaces, each with the number of vectors that were read in the source. */
  readonly spaces: readonly (Space & { readonly vectors: number })[]
}

/**
 * Copies what cannot be made again without a model: roots, and vector spaces with their vectors. Documents are left to the next
 * sync of the target, which cuts them as the source does and finds the vectors of their texts there. A copy can be repeated:
 * vectors that the target has stay as they are. It holds the lock of the target.
 * @throws StoreError `STORE_UNSUPPORTED` if the source cannot be copied; `STORE_ROOT_EXISTS` if the target has a root of its own
 * with the name or the path of a root of the source, before anything is written; `STORE_LOCKED`; the signal's reason
 */
export async function copyStore(from: Store, to: Store, options: CopyOptions = {}): Promise<CopyReport> {
  const { readVectors } = from
  if (!readVectors) {
    throw new StoreError(
      'STORE_UNSUPPORTED',
      'This store cannot be copied by Recallite. Use the tools of its database.',
    )
  }
  const lock = await to.maintenance?.lock({ wait: options.wait })
  try {
    const [roots, others] = [await from.listRoots(), await to.listRoots()]
    for (const root of roots) assertSame(root, others)
    for (const root of roots) await to.putRoot(root)
    const names = roots.map(({ name }) => name)
    const isShared = others.some(({ name }) => !names.includes(name))
    return { roots: names, spaces: await copySpaces({ from, readVectors, to, options }, isShared) }
  } finally {
    await lock?.release()
  }
}

/** A root of the same name and path is the same folder, whichever store it was copied from. */
function assertSame({ name, path }: Root, others: readonly Root[]): void {
  const other = others.find((root) => (root.name === name) !== (root.path === path))
  if (!other) return
  throw new StoreError(
    'STORE_ROOT_EXISTS',
    `The target has a root of its own named ${other.name} at ${other.path}, where ${name} at ${path} was to be copied. Copy into another database or schema, or remove that root there.`,
  )
}

/** What a copy works with. */
interface CopyJob {
  readonly from: Store
  readonly readVectors: NonNullable<Store['readVectors']>
  readonly to: Store
  readonly options: CopyOptions
}

/** Copies the spaces in their order, so that the same one is in use; a target with other roots goes on using its own. */
async function copySpaces(job: CopyJob, isShared: boolean): Promise<CopyReport['spaces']> {
  const { from, to } = job
  const present = await to.listSpaces()
  const copied: CopyReport['spaces'][number][] = []
  const progress = await createProgress(job)
  for (const space of await from.listSpaces()) {
    if (present.some((one) => hasOtherModel(one, space))) await to.maintenance?.dropSpace(space)
    const { source, canary, isFilled } = space
    const identity = identityOf(space)
    await to.putSpace(identity, { source: source ?? undefined, canary: canary ?? undefined })
    copied.push({ ...identity, vectors: await copyVectors(job, identity, progress) })
    // Only now: a space counts as filled only if it has the vectors.
    await to.putSpace(identity, { choose: false, isFilled })
  }
  const used = present.at(-1)
  if (isShared && used) await to.putSpace(identityOf(used))
  return copied
}

async function createProgress({ from, options }: CopyJob): Promise<(more: number) => void> {
  const { spaces } = await from.status()
  const total = spaces.reduce((sum, { vectors, unusedVectors }) => sum + vectors + unusedVectors, 0)
  let done = 0
  return (more) => {
    done += more
    options.onProgress?.({ done, total })
  }
}

const vectorsAtOnce = 500

async function copyVectors(
  { readVectors, to, options }: CopyJob,
  space: Space,
  progress: (more: number) => void,
): Promise<number> {
  let copied = 0
  for (let after: string | undefined; ;) {
    options.signal?.throwIfAborted()
    const { vectors, next } = await readVectors(space, { limit: vectorsAtOnce, after })
    await to.putVectors(space, vectors)
    copied += vectors.length
    progress(vectors.length)
    if (next === null) return copied
    after = next
  }
}

/** What names a space, and nothing besides. */
function identityOf({ provider, model, dimensions, promptStyle }: Space): Space {
  return { provider, model, dimensions, promptStyle }
}

/** Vectors of one model vary slightly between machines; another model under its name is far away (as in core's canary). */
const leastCosine = 0.999

/** Whether a space of the target has the name of a space of the source, and vectors of another model. */
function hasOtherModel(one: KeptSpace, other: KeptSpace): boolean {
  const isNamesake = JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other))
  if (!isNamesake || !one.hasVectors || one.canary === null || other.canary === null) return false
  const unit = unitVector(other.canary)
  return unitVector(one.canary).reduce((sum, value, at) => sum + value * (unit[at] ?? 0), 0) < leastCosine
}
