import type { EmbeddingModel } from '@recallite/embeddings'
import type { DocumentAddress, Store } from '@recallite/store'

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
