import { createHash } from 'node:crypto'
import type { EmbeddingModel, EmbeddingRequest, EmbeddingRole, ModelIdentity } from '@recallite/embeddings'
import { EvaluationError } from '../errors.js'

/** Vectors of one model, by role and text. */
export interface Tape {
  /** Undefined if nothing is recorded yet. */
  readonly identity: ModelIdentity | undefined
  find(role: EmbeddingRole, text: string): Float32Array | undefined
  /** Keeps a vector unless the key has one. */
  record(identity: ModelIdentity, key: string, vector: Float32Array): void
}

const tapeLimits = { maxBatchItems: 256, maxBatchTokens: 1_000_000 }

/** A tape in memory. */
export function createTape(): Tape & { readonly vectors: Map<string, Float32Array> } {
  const vectors = new Map<string, Float32Array>()
  let known: ModelIdentity | undefined
  return {
    vectors,
    get identity() {
      return known
    },
    find: (role, text) => vectors.get(tapeKey(role, text)),
    record(identity, key, vector) {
      known ??= identity
      if (!vectors.has(key)) vectors.set(key, vector)
    },
  }
}

/**
 * A model that reads vectors from the tape and records those that only the real model has. It cannot be disposed of, so
 * that several memories can share the model.
 * @param model undefined if all vectors must be on the tape
 * @throws EvaluationError `EVALUATION_TAPE_OF_OTHER_MODEL`; `EVALUATION_NOT_ON_TAPE` if there is neither a vector nor a
 * model, later also from `embed`
 */
export function taped(model: EmbeddingModel | undefined, tape: Tape): EmbeddingModel {
  if (model) assertOfModel(tape, model)
  const identity = model?.identity ?? tape.identity
  if (!identity) {
    const message = 'The tape is empty. Record it: name the model as well, --model FILE.gguf.'
    throw new EvaluationError('EVALUATION_NOT_ON_TAPE', message)
  }
  async function recordMissing({ texts, role, signal }: EmbeddingRequest): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !tape.find(role, text))
    if (missing.length === 0) return
    if (!model) throw notOnTape(missing, role)
    const vectors = await model.embed({ texts: missing, role, signal })
    for (const [index, vector] of vectors.entries()) {
      tape.record(model.identity, tapeKey(role, missing[index] ?? ''), vector)
    }
  }
  const { maxBatchItems, maxBatchTokens } = model ?? tapeLimits
  return {
    identity,
    maxBatchItems,
    maxBatchTokens,
    async embed(request) {
      request.signal?.throwIfAborted()
      await recordMissing(request)
      return request.texts.flatMap((text) => tape.find(request.role, text) ?? [])
    },
  }
}

/** The key of a vector. A text has another vector as a query than as a document. */
function tapeKey(role: EmbeddingRole, text: string): string {
  return createHash('sha256').update(`${role}\0${text}`).digest('base64url')
}

function assertOfModel(tape: Tape, { identity }: EmbeddingModel): void {
  const names = ['provider', 'model', 'dimensions', 'promptStyle'] as const
  if (!tape.identity || names.every((name) => tape.identity?.[name] === identity[name])) return
  const message = `The tape was recorded with ${tape.identity.model} (${tape.identity.dimensions} dimensions), not with ${identity.model}. Name that model, or another tape.`
  throw new EvaluationError('EVALUATION_TAPE_OF_OTHER_MODEL', message)
}

function notOnTape(texts: readonly string[], role: string): EvaluationError {
  const example = JSON.stringify(texts[0]?.slice(0, 60))
  const message = `The tape lacks ${texts.length} of the texts (${role}), such as ${example}. Record them: name the model as well, --model FILE.gguf.`
  return new EvaluationError('EVALUATION_NOT_ON_TAPE', message)
}
