import type { Store } from '@recallite/store'

/** A batch job that was handed over, and whose vectors have not been fetched yet. */
export interface BatchJob {
  /** As the provider calls it. */
  readonly id: string
  /** When it was handed over, in milliseconds since the epoch. */
  readonly submittedAt: number
}

/** The jobs of one link that are under way, of all programs that use the store; they outlive the programs. */
export interface BatchJobs {
  list(): Promise<readonly BatchJob[]>
  add(job: BatchJob): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * The jobs of a link, in a note of the store that is read anew for each use. A small window remains: of two programs
 * that change the note within the moment between the reading and the writing of one of them, that one wins. A job that
 * the other added is forgotten then, and its texts are embedded twice; one that it removed is looked at once more.
 */
export function batchJobsOf(store: Store, source: string): BatchJobs {
  const name = `batch jobs of ${source}`
  const list = async () => JSON.parse((await store.readNote(name)) ?? '[]') as readonly BatchJob[]
  const keep = (jobs: readonly BatchJob[]) => store.writeNote(name, JSON.stringify(jobs))
  return {
    list,
    add: async (job) => keep([...(await list()), job]),
    remove: async (id) => keep((await list()).filter((job) => job.id !== id)),
  }
}
