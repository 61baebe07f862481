import { StoreError } from '../errors.js'
import type { Store } from '../store.js'
import type { KeptSpace, Space } from '../vector-space.js'
import type { CopiedSpace, CopyJob } from './job.js'
import { eachOf, mergeSorted } from './merge-sorted.js'

/**
 * Copies the vector spaces with their vectors, in their order, so that the same one is in use.
 * @param others whether the target has roots from elsewhere: then it goes on using the space that it uses
 */
export async function copySpaces(
  job: CopyJob,
  { hasOthers }: { readonly hasOthers: boolean },
): Promise<CopiedSpace[]> {
  const { from, to } = job
  const there = await to.listSpaces()
  const copied: CopiedSpace[] = []
  const progress = createProgress(job, await countVectors(from))
  for (const space of await from.listSpaces()) {
    const old = there.find((one) => isSameSpace(one, space))
    if (old && hasOtherModel(old, space)) await dropVectors(to, space)
    await to.putSpace(identityOf(space), {
      source: space.source ?? undefined,
      canary: space.canary ?? undefined,
    })
    copied.push({ ...identityOf(space), ...(await copyVectors(job, space, progress)) })
    // Only now: a space counts as filled only if it has the vectors.
    await to.putSpace(identityOf(space), { choose: false, isFilled: space.isFilled })
  }
  const used = there.at(-1)
  if (hasOthers && used) await to.putSpace(identityOf(used))
  return copied
}

const vectorsAtOnce = 500
const keysAtOnce = 5000

/** What names a space, and nothing besides. */
function identityOf({ provider, model, dimensions, promptStyle }: Space): Space {
  return { provider, model, dimensions, promptStyle }
}

const isSameSpace = (one: Space, two: Space) =>
  JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(two))

/** Vectors of one model vary slightly between machines; another model under its name is far away (as in core's canary). */
const leastCosine = 0.999

function hasOtherModel({ canary: one, hasVectors }: KeptSpace, { canary: two }: KeptSpace): boolean {
  return hasVectors && one !== null && two !== null && cosine(one, two) < leastCosine
}

function dot(one: Float32Array, two: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (two[index] ?? 0), 0)
}

function cosine(one: Float32Array, two: Float32Array): number {
  return dot(one, two) / Math.sqrt(dot(one, one) * dot(two, two))
}

/** The model has changed at the source: vectors of both cannot be in one space. */
async function dropVectors(to: Store, space: Space): Promise<void> {
  if (!to.maintenance) {
    throw new StoreError(
      'STORE_UNSUPPORTED',
      `The target has vectors of another model under the name ${space.provider}/${space.model}, and cannot drop them.`,
    )
  }
  await to.maintenance.dropSpace(identityOf(space))
}

async function countVectors(from: Store): Promise<number> {
  const { spaces } = await from.status()
  return spaces.reduce((sum, { vectors, unusedVectors }) => sum + vectors + unusedVectors, 0)
}

function createProgress({ options }: CopyJob, total: number) {
  let done = 0
  return (more: number) => {
    done += more
    options.onProgress?.({ part: 'vectors', done: Math.min(done, total), total })
  }
}

function keysOf(contents: CopyJob['contents'], space: Space) {
  return eachOf<string>((after) => contents.listVectors(space, { limit: keysAtOnce, after }))
}

/** A target that cannot list its vectors is given all: it keeps those that it has. */
async function copyVectors(
  { contents, to, options }: CopyJob,
  space: Space,
  progress: (more: number) => void,
): Promise<Pick<CopiedSpace, 'copied' | 'unchanged'>> {
  const there = to.contents ? keysOf(to.contents, identityOf(space)) : eachOf<string>(async () => [])
  let [copied, unchanged] = [0, 0]
  let missing: string[] = []
  const write = async () => {
    options.signal?.throwIfAborted()
    if (missing.length === 0) return
    const vectors = await contents.readVectors(identityOf(space), missing)
    await to.putVectors(identityOf(space), vectors)
    progress(missing.length)
    copied += vectors.length
    missing = []
  }
  for await (const { left, right } of mergeSorted(keysOf(contents, identityOf(space)), there, (key) => key)) {
    if (left === undefined) continue
    if (right === undefined) missing.push(left)
    else {
      unchanged += 1
      progress(1)
    }
    if (missing.length >= vectorsAtOnce) await write()
  }
  await write()
  return { copied, unchanged }
}
