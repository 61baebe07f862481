import { countTokens } from '@recallite/chunker/counting'
import { untilAborted } from '@recallite/embeddings'
import { isSameSpace } from '@recallite/store'
import type { DocumentAddress, KeptSpace, PendingText, Store } from '@recallite/store'
import type { SyncProgress } from '../../indexer/apply.js'
import { reasonOf } from '../../errors.js'
import { type FillingModel, verifiedCanary } from '../canary.js'
import type { HeldBackend } from '../chain.js'
import { calibrationTexts } from '../calibration/calibrate.js'
import {
  announceUpload,
  type Upload,
  measurePending,
  type Pending,
  type PendingAmount,
  packPending,
  pendingTexts,
  withoutSecrets,
} from './pending-texts.js'
import { type FillRun, sendBatch, type UnembeddedText } from './send-batch.js'

/** What filling a space did. */
export interface FillReport {
  /** Number of texts that received a vector. */
  readonly embedded: number
  readonly requests: number
  /** Texts that the model rejected. */
  readonly unembedded: readonly UnembeddedText[]
  /** Documents that look like secrets and were not sent to another machine. */
  readonly withheld: readonly DocumentAddress[]
  /** Why the run stopped with texts still pending; null if it finished. */
  readonly givenUp: string | null
}

export interface FillOptions {
  /** Receives the progress of embedding. */
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  /** A store of other documents whose models may be calibrated already. */
  readonly sameModels?: Store | undefined
  /** Called before the first text of a document is sent to another machine. */
  readonly onUpload?: ((upload: Upload) => void) | undefined
  /** Called after the first texts, if embedding the rest on this machine takes long. */
  readonly onEstimate?: ((estimate: Estimate) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The report of a run without requests. */
export const nothingFilled: FillReport = {
  embedded: 0,
  requests: 0,
  unembedded: [],
  withheld: [],
  givenUp: null,
}

const concurrentRequests = 4

/** Below this share of vectors a space counts as incomplete, and queries prefer complete spaces. */
const minFilledShare = 0.5

/**
 * Embeds the pending texts of a backend's space. Vectors are stored as they arrive, so that the next run continues from there.
 * @throws EmbeddingError if the model cannot be opened, or is not the one that filled the space
 */
export async function fillSpace(
  store: Store,
  backend: HeldBackend,
  options: FillOptions,
): Promise<FillReport> {
  const model = await untilAborted(backend.forIndexing(), options.signal)
  const filling = { store, backend, model, signal: options.signal }
  const space = (await store.listSpaces()).find((each) => isSameSpace(each, model.identity))
  if (space) await store.putSpace(model.identity, { source: backend.source })
  const measure = () => measurePending(store, model.identity, backend.host)
  const before = space?.canary ? await measure() : undefined
  if (before?.texts === 0) {
    if (!space?.isFilled) await markFilled(filling, true)
    return { ...nothingFilled, withheld: before.secretDocuments }
  }
  const isVerified = hasVerifiedCanary(backend, space)
  const canary = await verifiedCanary(filling, space)
  const pending = before ?? (await measure())
  const measured = await calibrationTexts({ store, sameModels: options.sameModels }, model.identity)
  announceUpload(backend, { ...pending, constantTexts: Number(!isVerified) + measured }, options.onUpload)
  return fillPending(filling, canary, { ...options, pending })
}

const hasVerifiedCanary = ({ isVerified }: HeldBackend, space: KeptSpace | undefined) =>
  isVerified && Boolean(space?.canary)

async function markFilled({ store, model }: FillingModel, isFilled: boolean): Promise<void> {
  await store.putSpace(model.identity, { choose: false, isFilled })
}

async function isMostlyEmpty({ store, model }: FillingModel): Promise<boolean> {
  const { spaces } = await store.status()
  const { vectors = 0, pending = 0 } = spaces.find((space) => isSameSpace(space, model.identity)) ?? {}
  return vectors < minFilledShare * (vectors + pending)
}

async function fillPending(
  filling: FillingModel,
  canary: Float32Array,
  { pending, onProgress, onEstimate }: FillOptions & { readonly pending: Pending },
): Promise<FillReport> {
  const { store, backend, model } = filling
  const { secretDocuments: withheld, ...amount } = pending
  if (await isMostlyEmpty(filling)) await markFilled(filling, false)
  const run: FillRun = {
    ...filling,
    canary,
    isRemote: backend.host !== null,
    unembedded: [],
    embedded: 0,
    requests: 0,
    refusedInARow: 0,
    givenUp: null,
    whenEmbedded: () => onProgress?.({ phase: 'embed', done: run.embedded, total: amount.texts }),
  }
  const limits = { maxItems: model.maxBatchItems, maxTokens: model.maxBatchTokens }
  run.whenEmbedded()
  await announceTime(run, amount, onEstimate)
  // A long chunk has several texts, and one vector is enough to find it: embed the first text of every chunk first.
  for (const part of ['first', 'further'] as const) {
    const texts = pendingTexts(store, model.identity, { part })
    await sendAll(run, packPending(run.isRemote ? withoutSecrets(texts) : texts, limits))
  }
  const { embedded, requests, unembedded, givenUp } = run
  if (givenUp === null) await markFilled(filling, true)
  return { embedded, requests, unembedded, givenUp, withheld }
}

/** Rejects only after all requests have ended, so that nothing is written afterwards. */
async function sendAll(run: FillRun, batches: AsyncGenerator<readonly PendingText[]>): Promise<void> {
  const failures: unknown[] = []
  const sendNext = async (): Promise<void> => {
    const next = await batches.next()
    if (next.done || run.givenUp !== null) return
    await sendBatch(run, next.value)
    return sendNext()
  }
  const guarded = () =>
    sendNext().catch((error: unknown) => {
      failures.push(error)
      run.givenUp ??= reasonOf(error)
    })
  await Promise.all(Array.from({ length: concurrentRequests }, guarded))
  if (failures.length > 0) throw failures[0]
}

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
async function announceTime(
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
