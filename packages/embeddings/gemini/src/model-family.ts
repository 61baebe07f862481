import { applyPrompt, cutText, type EmbeddingRole, type ModelIdentity } from '@recallite/embeddings'

/** The space of a model's vectors. */
export function identityOf({ model, dimensions }: { model: string; dimensions: number }): ModelIdentity {
  return { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle }
}

/** The part of an `EmbedContentRequest` (https://ai.google.dev/api/embeddings) that all texts of a role share. */
interface EmbedConfig {
  readonly taskType?: string
  readonly outputDimensionality: number
}

/** What is asked for, beside the text. */
export function embedConfig(
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  role: EmbeddingRole,
): EmbedConfig {
  const taskType = familyOf(model).taskType(role)
  return { ...(taskType !== undefined && { taskType }), outputDimensionality: dimensions }
}

/** The text as content: with its prefix, cut to what the model reads. */
export function contentOf(model: string, role: EmbeddingRole, text: string): { parts: { text: string }[] } {
  const family = familyOf(model)
  return { parts: [{ text: cutText(family.prompt(role, text), family.maxTextTokens) }] }
}

/** How models of one generation are told what a text is for. */
interface ModelFamily {
  /** Goes into the identity: another way of telling makes other vectors. */
  readonly promptStyle: string
  /** The most tokens of a text that the model reads. */
  readonly maxTextTokens: number
  /** The text as it is sent, before it is cut. */
  prompt(role: EmbeddingRole, text: string): string
  /** The `taskType` of the request, if the model takes one. */
  taskType(role: EmbeddingRole): string | undefined
}

/** The second generation ignores task types and wants the prefixes of EmbeddingGemma in the text. */
const prefixed: ModelFamily = {
  promptStyle: 'embeddinggemma',
  maxTextTokens: 8192,
  prompt: (role, text) => applyPrompt('embeddinggemma', role, text),
  taskType: () => undefined,
}

const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const

const taskTyped: ModelFamily = {
  promptStyle: 'task-type',
  maxTextTokens: 2048,
  prompt: (_, text) => text,
  taskType: (role) => taskTypes[role],
}

/** The family of a model, by its name; limits and prefixes as https://ai.google.dev/gemini-api/docs/embeddings gives them. */
function familyOf(model: string): ModelFamily {
  return /^gemini-embedding-2\b/.test(model) ? prefixed : taskTyped
}
