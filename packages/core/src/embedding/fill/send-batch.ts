import { EmbeddingError } from '@recallite/embeddings'
import type { DocumentAddress, PendingText } from '@recallite/store'
import { reasonOf } from '../../errors.js'
import { canarySentence, type FillingModel, isSameVector, sameVectorReason } from '../canary.js'

/** A text that received no vector, and why. */
export interface UnembeddedText {
  readonly document: DocumentAddress
  readonly startLine: number
  readonly reason: string
}

/** The state of filling one space, shared by its workers. */
export interface FillRun extends FillingModel {
  readonly canary: Float32Array
  readonly isRemote: boolean
  readonly whenEmbedded: () => void
  readonly unembedded: UnembeddedText[]
  embedded: number
  requests: number
  refusedInARow: number
  /** Why the run stopped early; null if it did not. */
  givenUp: string | null
}

type Vectors = readonly (Float32Array | undefined)[]

/** After this many rejected single texts without an answer in between, the model is the problem. */
const maxRefusedInARow = 24

/** Two texts may have equal vectors if they only differ beyond the model's limit; three may not. */
const minEqualVectors = 3

/**
 * Embeds texts and stores their vectors as they arrive. A rejected request is retried in halves, to isolate bad texts; after a
 * partial answer only the rest is sent again.
 */
export async function sendBatch(run: FillRun, texts: readonly PendingText[]): Promise<void> {
  if (texts.length === 0 || run.givenUp !== null) return
  run.signal?.throwIfAborted()
  try {
    await storeAnswered(run, texts, await requestVectors(run, texts))
  } catch (error) {
    run.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    const { vectors = [] } = error
    if (areAlike(run, texts, vectors)) return giveUp(run, sameVectorError(run))
    const rest = await storeAnswered(run, texts, withoutCanary(run, vectors))
    if (rest.length < texts.length) await sendBatch(run, rest)
    else await retryInParts(run, rest, error)
  }
}

async function storeAnswered(run: FillRun, texts: readonly PendingText[], vectors: Vectors) {
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

async function requestVectors(run: FillRun, texts: readonly PendingText[]): Promise<Vectors> {
  run.requests += 1
  const request = { texts: texts.map(({ text }) => text), role: 'document', signal: run.signal } as const
  const vectors = await run.model.embed(request)
  if (areAlike(run, texts, vectors)) throw sameVectorError(run)
  const valid = withoutCanary(run, vectors)
  if (valid.includes(undefined)) throw sameVectorError(run, valid)
  return vectors
}

/**
 * Whether all vectors of an answer are equal, which makes a provider's vectors worthless. Small local models have one vector for
 * all texts in an unsupported script, so only their Latin texts count.
 */
function areAlike({ isRemote }: FillRun, texts: readonly PendingText[], vectors: Vectors): boolean {
  let first: Float32Array | undefined
  let alike = 0
  for (const [position, vector] of vectors.entries()) {
    if (!vector || !(isRemote || isLatin(texts[position]?.text))) continue
    first ??= vector
    if (!isSameVector(vector, first)) return false
    alike += 1
  }
  return alike >= minEqualVectors
}

const isLatin = (text = ''): boolean =>
  2 * (text.match(/[a-z]/giu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0)

function sameVectorError({ backend }: FillRun, valid?: Vectors): EmbeddingError {
  const code = valid ? 'EMBEDDING_RESPONSE_INVALID' : 'EMBEDDING_MODEL_UNAVAILABLE'
  return new EmbeddingError(code, sameVectorReason(backend.name), { vectors: valid })
}

/** A provider that returns the same vector for all texts returns that of the canary sentence. */
function withoutCanary({ canary }: FillRun, vectors: Vectors): Vectors {
  return vectors.map((vector) => (vector && isSameVector(vector, canary) ? undefined : vector))
}

function giveUp(run: FillRun, error: unknown): void {
  run.givenUp ??= reasonOf(error)
}

async function retryInParts(run: FillRun, texts: readonly PendingText[], error: EmbeddingError) {
  if (await isDown(run, error)) return giveUp(run, error)
  const [first] = texts
  if (texts.length > 1) {
    const middle = Math.ceil(texts.length / 2)
    await sendBatch(run, texts.slice(0, middle))
    return sendBatch(run, texts.slice(middle))
  }
  if (!first) return
  const { document, startLine } = first
  run.unembedded.push({ document, startLine, reason: reasonOf(error) })
  run.refusedInARow += 1
  if (run.refusedInARow >= maxRefusedInARow) giveUp(run, error)
}

/** A text may crash a local model, so the model is only down if it fails for another text too. */
async function isDown({ isRemote, model, signal }: FillRun, error: EmbeddingError): Promise<boolean> {
  if (error.code === 'EMBEDDING_MODEL_UNAVAILABLE') return true
  if (isRemote || !error.isRetryable) return error.isRetryable
  try {
    await model.embed({ texts: [canarySentence], role: 'query', signal })
    return false
  } catch (failure) {
    signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(failure)) throw failure
    return true
  }
}
