import type { DocumentAddress } from './document.js'
import { StoreError } from './errors.js'

/** A vector space: one per embedding model and prompt style. */
export interface Space {
  readonly provider: string
  readonly model: string
  readonly dimensions: number
  readonly promptStyle: string
}

/** A vector space as it is kept. */
export interface KeptSpace extends Space {
  /** Where its model comes from, as the caller wrote it, such as `local:` and a path; null if that is not known. */
  readonly source: string | null
  /** The vector of a text that the caller knows, to notice when the model has changed; null without one. */
  readonly canary: Float32Array | null
  /** What the caller said last in `SpaceChanges.isFilled`: whether every text had a vector once; false at first. */
  readonly isFilled: boolean
  /** Whether it has any vector, unused ones included. */
  readonly hasVectors: boolean
}

/** What may be recorded of a space; what is left out stays as it is. */
export interface SpaceChanges {
  readonly source?: string | undefined
  /** Valid like every vector of the space; the same 32-bit numbers come back. */
  readonly canary?: Float32Array | undefined
  readonly isFilled?: boolean | undefined
  /** Whether to make the space the most recently chosen one. False: the space must exist and keeps its rank. Default true. */
  readonly choose?: boolean | undefined
}

/** The texts that chunks have as their first input, all others, or both. */
export type InputPart = 'first' | 'further' | 'all'

/** A part of the long list of texts without a vector. */
export interface PendingPage {
  readonly limit: number
  /** Default `all`. */
  readonly part?: InputPart | undefined
  /** Begins behind the text that has this cursor, whether or not it is still there. */
  readonly after?: string | undefined
}

/** A text without a vector in a space. */
export interface PendingText {
  /**
   * Names the text in `putVectors`, and is the same for equal texts in every store: the first 16 bytes of the SHA-256 of the
   * text in UTF-8, as 32 hexadecimal digits in lower case.
   */
  readonly key: string
  /** Where it is in the list, for `PendingPage.after`; only the driver that made it can read it. */
  readonly cursor: string
  readonly text: string
  /** One document that has the text, to name in messages; for a secret text, a secret document. */
  readonly document: DocumentAddress
  readonly startLine: number
  /** Whether any document that has the text is secret: then it must not leave this computer. */
  readonly isSecret: boolean
}

/** A chunk and the vector of its first input, of any length but 0. */
export interface SampledVector {
  readonly id: string
  readonly vector: Float32Array
}

/** The vector of a text, by the text's key. */
export interface NewVector {
  readonly key: string
  readonly vector: Float32Array
}

/** A part of the long list of vectors. */
export interface KeyPage {
  readonly limit: number
  /** Begins behind this key; default: at the first one. */
  readonly after?: string | undefined
}

/** Vectors in the order of their keys. */
export interface VectorPage {
  readonly vectors: readonly NewVector[]
  /** The key behind which the next page begins; null at the end. */
  readonly next: string | null
}

/**
 * Refuses vectors that cannot be compared.
 * @throws StoreError `STORE_INVALID_VECTOR`
 */
export function assertVector(vector: Float32Array, dimensions: number): void {
  const problem =
    vector.length === dimensions
      ? problemOf(vector)
      : `has ${vector.length} numbers where its space has ${dimensions}`
  if (problem !== undefined) throw new StoreError('STORE_INVALID_VECTOR', `A vector ${problem}.`)
}

function problemOf(vector: Float32Array): string | undefined {
  if (!vector.every(Number.isFinite)) return 'holds a number that is not finite'
  return vector.every((value) => value === 0) ? 'is all zero: it has no direction to compare' : undefined
}

/** A vector of length 1: a cosine does not depend on the length. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** A failure with the code `STORE_UNKNOWN_SPACE`. */
export function unknownSpace({ provider, model }: Space): StoreError {
  return new StoreError('STORE_UNKNOWN_SPACE', `There are no vectors of ${provider}/${model} here.`)
}
