/** Asks the child to load a model; the first message. */
export interface LoadMessage {
  readonly type: 'load'
  /** What the child program needs to know; of any shape that can be cloned. */
  readonly settings: unknown
}

/** A small batch of texts: to embed, or to score against a query. */
export interface ComputeMessage {
  readonly type: 'compute'
  /** Comes back with the answer. */
  readonly id: number
  readonly texts: readonly string[]
  /** Undefined to embed. */
  readonly query: string | undefined
}

/** What a loaded model states about itself. */
export interface ModelFacts {
  /** The name stored in the file; may be empty. */
  readonly name: string
  /** The length of every vector; 1 for a reranker. */
  readonly dimensions: number
  /** How many batches it computes at the same time. */
  readonly lanes: number
  /** The most bytes (UTF-8) of a batch: its number of texts × the longest one. A longer text is a batch of its own. */
  readonly batchBytes: number
}

export type ParentMessage = LoadMessage | ComputeMessage

/** The vector of a text, or why it has none. A score is a vector of one number. */
export type TextAnswer = Float32Array | string

/** Answers of the child: `ready` or `failed` to `load`, `answered` to `compute`, with an answer for each text in order. */
export type ChildMessage =
  | ({ readonly type: 'ready' } & ModelFacts)
  | { readonly type: 'failed'; readonly reason: string; readonly remedy: string }
  | { readonly type: 'answered'; readonly id: number; readonly answers: readonly TextAnswer[] }

const isText = (value: unknown) => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0
const isAnswer = (value: unknown) => value instanceof Float32Array || isText(value)
const areAnswers = (value: unknown) => Array.isArray(value) && value.every(isAnswer)

const fields = {
  ready: { name: isText, dimensions: isCount, lanes: isCount, batchBytes: isCount },
  failed: { reason: isText, remedy: isText },
  answered: { id: isCount, answers: areAnswers },
} as const satisfies Record<ChildMessage['type'], Record<string, (value: unknown) => boolean>>

/** Whether a value from the channel is a message. */
export function isChildMessage(value: unknown): value is ChildMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = new Map(Object.entries(value))
  const type: unknown = message.get('type')
  if (typeof type !== 'string' || !Object.hasOwn(fields, type)) return false
  return Object.entries(fields[type as ChildMessage['type']]).every(([name, isValid]) =>
    isValid(message.get(name)),
  )
}
