import { StoreError } from '../errors.js'
import type { Store } from '../store.js'
import { copyDocuments } from './copy-documents.js'
import { copyRoots } from './copy-roots.js'
import { copySpaces } from './copy-spaces.js'
import type { CopyJob, CopyOptions, CopyReport } from './job.js'

/**
 * Copies roots, documents with their chunks, vector spaces with their vectors, and notes, without embedding anything. What the
 * target has already stays as it is, so that a copy that was interrupted goes on where it ended, and a later copy takes over
 * only what has changed since. Documents that are gone from a root of the source are removed; roots that the target has
 * from elsewhere stay. It holds the lock of the target; the source may be written to meanwhile, and the next copy takes that over.
 * @throws StoreError `STORE_UNSUPPORTED` if the source cannot be copied; `STORE_ROOT_EXISTS` if the target has a root of its own
 * with the name or the path of a root of the source, before anything is written; `STORE_LOCKED`; the signal's reason
 */
export async function copyStore(from: Store, to: Store, options: CopyOptions = {}): Promise<CopyReport> {
  const { contents } = from
  if (contents === undefined) throw notCopyable(from)
  const lock = await to.maintenance?.lock({ wait: options.wait })
  try {
    return await copyAll({ from, contents, to, options })
  } finally {
    await lock?.release()
  }
}

function notCopyable({ within }: Store): StoreError {
  const what = within === undefined ? 'This store' : `The store of ${within}`
  return new StoreError(
    'STORE_UNSUPPORTED',
    `${what} cannot be copied by Recallite. Use the tools of its database.`,
  )
}

async function copyAll(job: CopyJob): Promise<CopyReport> {
  const { roots, removedRoots, hasOthers } = await copyRoots(job)
  const documents = await copyDocuments(job, roots)
  const spaces = await copySpaces(job, { hasOthers })
  return { roots, removedRoots, ...documents, spaces, notes: await copyNotes(job) }
}

/** Batch jobs may be fetched by both stores; everything else in notes is about the data that was copied. */
async function copyNotes({ from, contents, to, options }: CopyJob): Promise<number> {
  let copied = 0
  for (const name of await contents.listNotes()) {
    options.signal?.throwIfAborted()
    const value = await from.notes?.read(name)
    if (value === undefined || (await to.notes?.read(name)) === value) continue
    await to.notes?.write(name, value)
    copied += 1
  }
  return copied
}
