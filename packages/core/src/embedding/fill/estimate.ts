import { countTokens } from '@recallite/chunker/counting'
import type { PendingText } from '@recallite/store'
import { type PendingAmount, pendingTexts } from './pending-texts.js'
import { type FillRun, sendBatch } from './send-batch.js'

/** What is to be embedded on this machine, and what that takes at the speed of the texts that were embedded first. */
export interface Estimate extends Pick<PendingAmount, 'texts' | 'tokens'> {
  readonly tokensPerSecond: number
  /** Until the rest is embedded. */
  readonly seconds: number
}

/** Nothing is said of fewer texts, or less time. */
const fewest = { texts: 100, seconds: 5 }

/** The trial takes so many milliseconds, and no longer than one more request of so many texts. */
const trial = { time: 1_000, texts: 8 }

/** Embeds the first of the pending texts of a run, and says how long the rest takes. Their vectors are kept. */
export async function announceTime(
  run: FillRun,
  { texts, tokens }: PendingAmount,
  onEstimate: ((estimate: Estimate) => void) | undefined,
): Promise<void> {
  if (run.isRemote || !onEstimate || texts < fewest.texts) return
  const start = performance.now()
  let done = 0
  let batch: PendingText[] = []
  let size = 2
  for await (const text of pendingTexts(run.store, run.model.identity, { part: 'first' })) {
    batch.push(text)
    if (batch.length < size) continue
    await sendBatch(run, batch)
    done += batch.reduce((sum, sent) => sum + countTokens(sent.text), 0)
    if (run.givenUp !== null || performance.now() - start >= trial.time) break
    batch = []
    size = Math.min(2 * size, trial.texts, run.model.maxBatchItems)
  }
  const tokensPerSecond = (1000 * done) / (performance.now() - start)
  const seconds = (tokens - done) / tokensPerSecond
  if (run.givenUp === null && seconds >= fewest.seconds)
    onEstimate({ texts, tokens, tokensPerSecond, seconds })
}
