import { countTokens } from '@recallite/chunker'
import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import type { DocumentAddress, PendingText, Store } from '@recallite/store'
import { reasonOf } from '../../reason-of.js'
import { canarySentence, isSameVector } from '../canary.js'
import { packTexts } from './pending-texts.js'

/** A text that got no vector, and why. */
export interface UnembeddedText {
  readonly document: DocumentAddress
  readonly startLine: number
  readonly reason: string
}

/** The state of filling one space; its workers share it. */
export interface FillRun {
  readonly store: Store
  readonly model: EmbeddingModel
  /** For messages. */
  readonly name: string
  readonly canary: Float32Array
  /** Whether texts leave this machine: then a failure of the network is no fault of the texts. */
  readonly isRemote: boolean
  readonly signal: AbortSignal | undefined
  readonly whenEmbedded: () => void
  readonly unembedded: UnembeddedText[]
  embedded: number
  requests: number
  /** What the provider takes, as far as its refusals have taught. */
  maxItems: number
  maxTokens: number
  /** Texts that were too long even alone. */
  tooLong: number
  /** Texts refused one by one since the last that was answered. */
  refusedInARow: number
  /** Why the model was given up; null if it was not. */
  givenUp: string | null
}

type Vectors = readonly (Float32Array | undefined)[]

/** So many texts refused one by one, and none answered in between: it is not the texts. */
const mostRefusedInARow = 24

/** So many different texts never have one vector, even if two do that differ behind the place where they are cut. */
const fewestAlike = 3

/**
 * Embeds texts and keeps their vectors as they arrive. A request that is refused is sent in parts, so that one bad text
 * costs no other its vector; of one that was answered in part only the rest is sent again.
 */
export async function sendBatch(run: FillRun, texts: readonly PendingText[]): Promise<void> {
  const [fitting, ...others] = packTexts(texts, run)
  if (fitting === undefined || run.givenUp !== null) return
  run.signal?.throwIfAborted()
  try {
    await keep(run, fitting, await send(run, fitting))
  } catch (error) {
    run.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    await sendRest(run, fitting, error)
  }
  for (const batch of others) await sendBatch(run, batch)
}

/** Keeps what was answered; returns the texts that were not. */
async function keep(run: FillRun, texts: readonly PendingText[], vectors: Vectors): Promise<PendingText[]> {
  const answered = texts.flatMap(({ key }, position) => {
    const vector = vectors[position]
    return vector ? [{ key, vector }] : []
  })
  if (answered.length > 0) {
    await run.store.putVectors(run.model.identity, answered)
    run.embedded += answered.length
    run.refusedInARow = 0
    run.whenEmbedded()
  }
  return texts.filter((_, position) => vectors[position] === undefined)
}

async function send(run: FillRun, texts: readonly PendingText[]): Promise<Vectors> {
  run.requests += 1
  const request = { texts: texts.map(({ text }) => text), role: 'document', signal: run.signal } as const
  const vectors = await run.model.embed(request)
  if (areAlike(run, vectors)) throw alike(run)
  const own = withoutCanary(run, vectors)
  if (own.includes(undefined)) throw alike(run, own)
  return vectors
}

/**
 * Nothing that such a provider says is worth keeping. Small models on this machine are let be: to some, all texts in a
 * script that they do not know are the same unknown words.
 */
function areAlike({ isRemote }: FillRun, vectors: Vectors): boolean {
  const given = vectors.filter((vector) => vector !== undefined)
  const [first] = given
  if (!isRemote || first === undefined || given.length < fewestAlike) return false
  return given.every((vector) => isSameVector(vector, first))
}

function alike({ name }: FillRun, own?: Vectors): EmbeddingError {
  const code = own ? 'EMBEDDING_RESPONSE_INVALID' : 'EMBEDDING_MODEL_UNAVAILABLE'
  return new EmbeddingError(code, `${name} answers different texts with one and the same vector`, {
    vectors: own,
  })
}

/** A provider that answers everybody alike gives some text the vector of the canary sentence. */
function withoutCanary({ canary }: FillRun, vectors: Vectors): Vectors {
  return vectors.map((vector) => (vector && isSameVector(vector, canary) ? undefined : vector))
}

/** Keeps what was good of an answer; what was not is sent again where that may help. */
async function sendRest(run: FillRun, texts: readonly PendingText[], error: EmbeddingError): Promise<void> {
  const { vectors = [] } = error
  if (areAlike(run, vectors)) return giveUp(run, alike(run))
  const rest = await keep(run, texts, withoutCanary(run, vectors))
  if (rest.length < texts.length) await sendBatch(run, rest)
  else await recover(run, rest, error)
}

function giveUp(run: FillRun, error: unknown): void {
  run.givenUp ??= reasonOf(error)
}

/** Some texts were refused: they are halved until the one that does it stands alone. */
async function recover(run: FillRun, texts: readonly PendingText[], error: EmbeddingError): Promise<void> {
  if (await isDown(run, error)) return giveUp(run, error)
  const [first] = texts
  if (texts.length > 1) {
    return error.code === 'EMBEDDING_REQUEST_TOO_LARGE' ? sendSmaller(run, texts) : sendHalves(run, texts)
  }
  if (!first) return
  const { document, startLine } = first
  if (error.code === 'EMBEDDING_REQUEST_TOO_LARGE') run.tooLong += 1
  run.unembedded.push({ document, startLine, reason: reasonOf(error) })
  run.refusedInARow += 1
  if (run.refusedInARow >= mostRefusedInARow) giveUp(run, error)
}

/** A text may crash a model on this machine, so that its failure is no failure of everybody's until it is looked at. */
async function isDown(run: FillRun, { code, isRetryable }: EmbeddingError): Promise<boolean> {
  if (code === 'EMBEDDING_MODEL_UNAVAILABLE') return true
  return isRetryable && (run.isRemote || !(await isAlive(run)))
}

/** Whether the model answers others, so that it must be the texts that it failed with. */
async function isAlive({ model, signal }: FillRun): Promise<boolean> {
  try {
    await model.embed({ texts: [canarySentence], role: 'query', signal })
    return true
  } catch (error) {
    signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return false
  }
}

/** Where it turns out that one text alone was too long, the requests it was in were not: their limits are forgotten. */
async function sendSmaller(run: FillRun, texts: readonly PendingText[]): Promise<void> {
  const { maxItems, maxTokens, tooLong } = run
  learnLimits(run, texts)
  await sendHalves(run, texts)
  if (run.tooLong > tooLong) Object.assign(run, { maxItems, maxTokens })
}

/** What the provider did not take at once is not offered again; a request that was too large is cut in two. */
function learnLimits(run: FillRun, texts: readonly PendingText[]): void {
  const tokens = texts.reduce((sum, { text }) => sum + countTokens(text), 0)
  run.maxItems = Math.min(run.maxItems, Math.ceil(texts.length / 2))
  run.maxTokens = Math.min(run.maxTokens, Math.ceil(tokens / 2))
}

async function sendHalves(run: FillRun, texts: readonly PendingText[]): Promise<void> {
  const middle = Math.ceil(texts.length / 2)
  await sendBatch(run, texts.slice(0, middle))
  await sendBatch(run, texts.slice(middle))
}
