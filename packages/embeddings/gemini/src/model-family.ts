import { applyPrompt, type EmbeddingRole, type ModelIdentity } from '@recallite/embeddings'

/** How models of one generation are told what a text is for. */
export interface ModelFamily {
  /** Goes into the identity: another way of telling makes other vectors. */
  readonly promptStyle: string
  /** The most tokens of a text that the model reads. */
  readonly maxTextTokens: number
  /** The text as it is sent, before it is cut. */
  prompt(role: EmbeddingRole, text: string): string
  /** The `taskType` of the request, if the model takes one. */
  taskType(role: EmbeddingRole): string | undefined
}

const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const

const taskTyped: ModelFamily = {
  promptStyle: 'task-type',
  maxTextTokens: 2048,
  prompt: (_, text) => text,
  taskType: (role) => taskTypes[role],
}

/** The second generation ignores task types and wants the prefixes of EmbeddingGemma in the text. */
const prefixed: ModelFamily = {
  promptStyle: 'embeddinggemma',
  maxTextTokens: 8192,
  prompt: (role, text) => applyPrompt('embeddinggemma', role, text),
  taskType: () => undefined,
}

/** The family of a model, by its name; limits and prefixes as https://ai.google.dev/gemini-api/docs/embeddings gives them. */
export function familyOf(model: string): ModelFamily {
  return /^gemini-embedding-2\b/.test(model) ? prefixed : taskTyped
}

/** The space of a model's vectors. */
export function identityOf({ model, dimensions }: { model: string; dimensions: number }): ModelIdentity {
  return { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle }
}
