import { countTokens } from '@recallite/chunker'
import type { PendingText } from '@recallite/store'
import type { PendingAmount } from '../fill/measure-pending.js'
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

async function measure(run: BatchRun): Promise<PendingAmount> {
  const files = new Set<string>()
  let texts = 0
  let tokens = 0
  for await (const { document, text } of textsToHandOver(run)) {
    files.add(`${document.root}:${document.path}`)
    texts += 1
    tokens += countTokens(text)
  }
  return { files: files.size, texts, tokens }
}

/** Says, once in a run, how much is about to leave this machine. */
export async function announce(run: BatchRun): Promise<void> {
  const { name, host } = run.link
  if (run.isAnnounced || host === null) return
  run.isAnnounced = true
  run.options.onUpload?.({ name, host, ...(await measure(run)) })
}
