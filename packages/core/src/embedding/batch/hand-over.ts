import type { PendingText } from '@recallite/store'
import { amountOf } from '../fill/measure-pending.js'
import { pendingPages, withoutSecrets } from '../fill/pending-pages.js'
import type { BatchRun } from './batch-run.js'

/** The texts that a run may hand over, in the order of keys from behind `after` on. */
export async function* textsToHandOver(
  { store, batches, refused }: BatchRun,
  after?: string,
): AsyncGenerator<PendingText> {
  for await (const page of withoutSecrets(pendingPages(store, batches.identity, after)))
    for (const text of page) if (!refused.has(text.key)) yield text
}

/** Says, once in a run, how much is about to leave this machine. */
export async function announce(run: BatchRun): Promise<void> {
  const { name, host } = run.link
  if (run.isAnnounced || host === null) return
  run.isAnnounced = true
  run.options.onUpload?.({ name, host, ...(await amountOf(textsToHandOver(run))) })
}
