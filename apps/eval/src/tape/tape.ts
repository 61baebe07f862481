import type { EmbeddingRole, ModelIdentity } from '@recallite/embeddings'
import { createHash } from 'node:crypto'

/** Vectors of one model by the texts they are of. */
export interface Tape {
  /** Undefined as long as nothing is recorded. */
  readonly identity: ModelIdentity | undefined
  find(role: EmbeddingRole, text: string): Float32Array | undefined
  /** Keeps a vector; a text that is there already keeps the one it has. */
  record(identity: ModelIdentity, key: string, vector: Float32Array): void
}

/** What a vector is kept under: texts differ by what they are embedded as. */
export function tapeKey(role: EmbeddingRole, text: string): string {
  return createHash('sha256').update(`${role}\0${text}`).digest('base64url')
}

/** A tape in memory alone. */
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
