import { countTokens } from '@recallite/chunker/counting'
import type { PendingText } from '@recallite/store'
import { type PendingAmount, pendingTexts } from './pending-texts.js'
import { type FillRun, sendBatch } from './send-batch.js'

/** The texts to embed on this machine, and the time that the rest takes at the measured speed. */
export interface Estimate extends Pick<PendingAmount, 'texts' | 'tokens'> {
  readonly tokensPerSecond: number
  readonly seconds: number
}

/** Shorter runs are not announced. */
const minimum = { texts: 100, seconds: 5 }

/** The trial ends with the first request after `time` milliseconds; a request has up to `texts` texts. */
const trial = { time: 1_000, texts: 8 }

/** Embeds the first pending texts of a run, and reports how long the rest takes. */
export async function announceTime(
  run: FillRun,
  { texts, tokens }: PendingAmount,
  onEstimate: ((estimate: Estimate) => void) | undefined,
): Promise<void> {
  if (run.isRemote || !onEstimate || texts < minimum.texts) return
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
  if (run.givenUp === null && seconds >= minimum.seconds)
    onEstimate({ texts, tokens, tokensPerSecond, seconds })
}
