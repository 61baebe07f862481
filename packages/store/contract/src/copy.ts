import type { Root } from './document.js'
import { StoreError } from './errors.js'
import type { LockOptions } from './maintenance.js'
import type { Store } from './store.js'
import { unitVector, type KeptSpace, type Space } from './vector-space.js'

/** Options of `copyStore`. */
export interface CopyOptions {
  /** Aborts the copy between two writes. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of copied vectors. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
  /** Maximum wait for the lock of the target, in milliseconds; default 0. */
  readonly wait?: LockOptions['wait']
}

/** The result of a copy. */
export interface CopyReport {
  /** The names of the copied roots. */
  readonly roots: readonly string[]
  /** The copied spaces, each with the number of vectors read from the source. */
  readonly spaces: readonly (Space & { readonly vectors: number })[]
}

/**
 * Copies roots, and vector spaces with their vectors. The next sync of the target indexes the documents, and finds their vectors
 * there. Vectors that the target already has stay unchanged. Holds the lock of the target.
 * @throws StoreError `STORE_UNSUPPORTED` if the source cannot be copied; `STORE_ROOT_EXISTS`, before anything is written, if the
 * target has a different root with the name or path of a copied one; `STORE_LOCKED`; the reason of the signal
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

/** Roots with the same name and path are the same folder. */
function assertSame({ name, path }: Root, others: readonly Root[]): void {
  const other = others.find((root) => (root.name === name) !== (root.path === path))
  if (!other) return
  throw new StoreError(
    'STORE_ROOT_EXISTS',
    `The target already has a root named ${other.name} at ${other.path}, which conflicts with ${name} at ${path}. Copy into another database or schema, or remove that root there.`,
  )
}

interface CopyJob {
  readonly from: Store
  readonly readVectors: NonNullable<Store['readVectors']>
  readonly to: Store
  readonly options: CopyOptions
}

/** Copies the spaces in order, so that the last one stays in use; a target with other roots continues to use its own. */
async function copySpaces(job: CopyJob, isShared: boolean): Promise<CopyReport['spaces']> {
  const { from, to } = job
  const present = await to.listSpaces()
  const copied: CopyReport['spaces'][number][] = []
  const progress = await createProgress(job)
  for (const space of await from.listSpaces()) {
    if (present.some((other) => hasOtherModel(other, space))) await to.maintenance?.dropSpace(space)
    const { source, canary, isFilled } = space
    const identity = identityOf(space)
    await to.putSpace(identity, { source: source ?? undefined, canary: canary ?? undefined })
    copied.push({ ...identity, vectors: await copyVectors(job, identity, progress) })
    // The space is filled only once it has the vectors.
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

/** The properties that identify a space. */
function identityOf({ provider, model, dimensions, promptStyle }: Space): Space {
  return { provider, model, dimensions, promptStyle }
}

/** Vectors of one model vary slightly between machines; those of another model are much farther away (as in core's canary). */
const minCosine = 0.999

/** Whether two spaces have the same name, but vectors of different models. */
function hasOtherModel(one: KeptSpace, other: KeptSpace): boolean {
  const isNamesake = JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other))
  if (!isNamesake || !one.hasVectors || one.canary === null || other.canary === null) return false
  const unit = unitVector(other.canary)
  return unitVector(one.canary).reduce((sum, value, at) => sum + value * (unit[at] ?? 0), 0) < minCosine
}
