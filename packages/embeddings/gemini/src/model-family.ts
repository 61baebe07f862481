import { applyPrompt, cutText, type EmbeddingRole, type ModelIdentity } from '@recallite/embeddings'

export function identityOf({ model, dimensions }: { model: string; dimensions: number }): ModelIdentity {
  return { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle }
}

/** The part of an `EmbedContentRequest` (https://ai.google.dev/api/embeddings) that all texts of a role share. */
interface EmbedConfig {
  readonly taskType?: string
  readonly outputDimensionality: number
}

export function embedConfig(
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  role: EmbeddingRole,
): EmbedConfig {
  const taskType = familyOf(model).taskType(role)
  return { ...(taskType !== undefined && { taskType }), outputDimensionality: dimensions }
}

/** The text with its prefix, cut to what the model reads. */
export function contentOf(model: string, role: EmbeddingRole, text: string): { parts: { text: string }[] } {
  const family = familyOf(model)
  return { parts: [{ text: cutText(family.prompt(role, text), family.maxTextTokens) }] }
}

/** How a generation of models is told the role of a text. */
interface ModelFamily {
  /** Part of the identity, since it changes the vectors. */
  readonly promptStyle: string
  /** The most tokens of a text that the model reads. */
  readonly maxTextTokens: number
  /** The text as sent, before it is cut. */
  prompt(role: EmbeddingRole, text: string): string
  /** The `taskType` of the request; undefined if the model takes none. */
  taskType(role: EmbeddingRole): string | undefined
}

/** The second generation ignores task types and expects the prefixes of EmbeddingGemma. */
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

/** The family of a model; limits and prefixes from https://ai.google.dev/gemini-api/docs/embeddings. */
function familyOf(model: string): ModelFamily {
  return /^gemini-embedding-2\b/.test(model) ? prefixed : taskTyped
}
