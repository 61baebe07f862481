import type { DocumentAddress, EmbeddingInput } from './document.js'
import { StoreError } from './errors.js'

/** The vectors of one embedding model and prompt style. */
export interface Space {
  readonly provider: string
  readonly model: string
  readonly dimensions: number
  readonly promptStyle: string
}

const identityFields = ['provider', 'model', 'dimensions', 'promptStyle'] as const

/** Whether vectors of both spaces can be compared. */
export function isSameSpace(a: Space, b: Space): boolean {
  return identityFields.every((name) => a[name] === b[name])
}

/** A vector space as it is stored. */
export interface KeptSpace extends Space {
  /** Where the model comes from, as the caller recorded it, such as `local:` and a path; null if unknown. */
  readonly source: string | null
  /** The vector of a fixed text, by which the caller detects that the model has changed; null without one. */
  readonly canary: Float32Array | null
  /** The last `SpaceChanges.isFilled`: whether every text has had a vector; initially false. */
  readonly isFilled: boolean
  /** Whether it has any vector, including unused ones. */
  readonly hasVectors: boolean
}

/** Changes to a space; omitted properties stay unchanged. */
export interface SpaceChanges {
  readonly source?: string | undefined
  /** A valid vector of the space; the same 32-bit numbers are returned. */
  readonly canary?: Float32Array | undefined
  readonly isFilled?: boolean | undefined
  /** Whether to make the space the most recently chosen one, and add it if it does not exist. Default true. */
  readonly choose?: boolean | undefined
  /** A space of the same dimensions and prompt style that becomes this one if this one is missing, and retains its vectors. */
  readonly replaces?: Space | undefined
}

/** The texts that are the first input of a chunk, all others, or both. */
export type InputPart = 'first' | 'further' | 'all'

/** A page of the texts without a vector. */
export interface PendingPage {
  readonly limit: number
  /** Default `all`. */
  readonly part?: InputPart | undefined
  /** Starts after the text with this cursor, even if that text no longer exists. */
  readonly after?: string | undefined
}

/** A text without a vector in a space. */
export interface PendingText {
  /** Identifies the text in every store: the first 16 bytes of the SHA-256 of its UTF-8 bytes, as 32 lower-case hexadecimal digits. */
  readonly key: string
  /** The position in the list, for `PendingPage.after`; opaque. */
  readonly cursor: string
  readonly text: string
  /** A document with the text, for messages; for a secret text, a secret document. */
  readonly document: DocumentAddress
  readonly startLine: number
  /** Whether any document with the text is secret: then it must not leave this computer. */
  readonly isSecret: boolean
}

/** A pending text as a driver reads it. */
export interface PendingRow
  extends EmbeddingInput, DocumentAddress, Omit<PendingText, 'document' | 'isSecret'> {
  readonly isSecret: boolean | number
}

/** Converts a row: cuts the text of the chunk. */
export function pendingTextOf({ prefix, from, to, root, path, isSecret, ...row }: PendingRow): PendingText {
  const text = prefix + row.text.slice(from, to)
  return { ...row, text, document: { root, path }, isSecret: Number(isSecret) === 1 }
}

/** The vector of the text with a key. */
export interface NewVector {
  readonly key: string
  readonly vector: Float32Array
}

/** A page of the vectors of a space. */
export interface KeyPage {
  readonly limit: number
  /** Starts after this key. */
  readonly after?: string | undefined
}

/** Vectors in the order of their keys. */
export interface VectorPage {
  readonly vectors: readonly NewVector[]
  /** `after` of the next page; null at the end. */
  readonly next: string | null
}

/** @throws StoreError `STORE_INVALID_VECTOR` for a vector that cannot be compared */
export function assertVector(vector: Float32Array, dimensions: number): void {
  const problem =
    vector.length === dimensions
      ? problemOf(vector)
      : `has ${vector.length} numbers, but its space has ${dimensions}`
  if (problem !== undefined) throw new StoreError('STORE_INVALID_VECTOR', `A vector ${problem}.`)
}

function problemOf(vector: Float32Array): string | undefined {
  if (!vector.every(Number.isFinite)) return 'contains a number that is not finite'
  return vector.every((value) => value === 0) ? 'is all zero: it has no direction to compare' : undefined
}

/** Normalises a vector to length 1. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** The error for an unknown space. */
export function unknownSpace({ provider, model }: Space): StoreError {
  return new StoreError('STORE_UNKNOWN_SPACE', `This store has no vectors of ${provider}/${model}.`)
}
