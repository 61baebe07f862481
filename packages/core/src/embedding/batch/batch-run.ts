import type { EmbeddingBatches, EmbeddingModel, RetryOptions } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import type { HeldLink } from '../chain.js'
import type { FillOptions } from '../fill/fill-space.js'
import type { BatchJobs } from './jobs.js'

/** How to have texts embedded by batch jobs. */
export interface BatchOptions extends FillOptions {
  /** The most jobs under way at once; default 2. */
  readonly concurrency?: number | undefined
  /** The most milliseconds between two looks at the jobs; default 30,000. The first come sooner. */
  readonly pollInterval?: number | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between two looks at the jobs, and between two tries to hand one over; default: a timer. */
  readonly sleep?: RetryOptions['sleep']
}

/** The state of one run; jobs may be those of an earlier one. */
export interface BatchRun {
  readonly store: Store
  readonly link: HeldLink
  readonly batches: EmbeddingBatches
  /** The model that answers at once, to compare with. */
  readonly model: EmbeddingModel
  readonly jobs: BatchJobs
  readonly options: BatchOptions
  readonly sleep: NonNullable<BatchOptions['sleep']>
  /** Texts that were handed over in this run and have no vector, with the reason: they are not handed over again. */
  readonly refused: Map<string, string>
  /** By the id of a job, how many looks at it have failed in a row. */
  readonly failedLooks: Map<string, number>
  /** Whether it was told that texts leave this machine. */
  isAnnounced: boolean
  embedded: number
  requests: number
  givenUp: string | null
}
