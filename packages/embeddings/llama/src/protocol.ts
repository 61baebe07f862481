/** What a model is loaded for: to embed texts, or to score texts against a query. */
export type ModelTask = 'embed' | 'rank'

/** Asks the child to load a model; the first message. */
export interface LoadMessage {
  readonly type: 'load'
  readonly task: ModelTask
  readonly modelPath: string
  readonly threads: number
  readonly contextSize: number
}

/** One text to embed; the next one is sent after its answer. */
export interface EmbedMessage {
  readonly type: 'embed'
  /** Comes back with the answer. */
  readonly id: number
  readonly text: string
}

/** One text to score against a query; the answer is a vector of one number, the probability that it answers the query. */
export interface RankMessage extends Omit<EmbedMessage, 'type'> {
  readonly type: 'rank'
  readonly query: string
}

/** What a loaded model states about itself. */
export interface ModelFacts {
  /** The name stored in the file; may be empty. */
  readonly name: string
  /** The length of every vector; 1 for a reranker. */
  readonly dimensions: number
}

export type ParentMessage = LoadMessage | EmbedMessage | RankMessage

/** Answers of the child: `ready` or `failed` to `load`, `vector` or `refused` to `embed` and `rank`. */
export type ChildMessage =
  | ({ readonly type: 'ready' } & ModelFacts)
  | { readonly type: 'failed'; readonly reason: string; readonly remedy: string }
  | { readonly type: 'vector'; readonly id: number; readonly vector: Float32Array }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }

const isText = (value: unknown) => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0
const isVector = (value: unknown) => value instanceof Float32Array

const fields = {
  ready: { name: isText, dimensions: isCount },
  failed: { reason: isText, remedy: isText },
  vector: { id: isCount, vector: isVector },
  refused: { id: isCount, reason: isText },
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
