import type { DocumentAddress } from './document.js'

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
  /** The vector of a text that the caller knows, to see whether a model is still the same; null without one. */
  readonly canary: Float32Array | null
  /** Whether the caller said that it has been filled: false for one that is being filled for the first time. */
  readonly isFilled: boolean
  /** Whether it has any vector, those of texts that are gone included. */
  readonly hasVectors: boolean
}

/** What may be recorded of a space; what is left out stays as it is. */
export interface SpaceChanges {
  readonly source?: string | undefined
  /** Like every vector of the space; comes back number by number. */
  readonly canary?: Float32Array | undefined
  readonly isFilled?: boolean | undefined
  /** False: changes a space that exists, and leaves it where it is in the order of spaces. Default true. */
  readonly choose?: boolean | undefined
}

/** A text without a vector in a space. */
export interface PendingText {
  /** Names the text; hand it back with its vector. */
  readonly key: string
  readonly text: string
  /** One document that holds it, to name in messages; of a secret text, one that is secret. */
  readonly document: DocumentAddress
  readonly startLine: number
  /** Whether any document that holds it is secret: then it must not leave this computer. */
  readonly isSecret: boolean
}

/** The vector of a text, by the text's key. */
export interface NewVector {
  readonly key: string
  readonly vector: Float32Array
}
