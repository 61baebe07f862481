import type { EmbeddingRole } from '@recallite/embeddings'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'

/** How a generation of models is told the role of a text. */
interface ModelFamily {
  /** Part of the identity, since it changes the vectors. */
  readonly promptStyle: string
  /** The most tokens of a text that the model reads. */
  readonly maxTextTokens: number
  /** The `taskType` of requests by role; undefined if the model takes none and expects prefixes instead. */
  readonly taskTypes: Readonly<Record<EmbeddingRole, string>> | undefined
}

/** The family of a model; limits and prefixes from https://ai.google.dev/gemini-api/docs/embeddings. */
export function familyOf(model: string): ModelFamily {
  // The second generation ignores task types and expects the prefixes of EmbeddingGemma.
  if (/^gemini-embedding-2\b/.test(model))
    return { promptStyle: 'embeddinggemma', maxTextTokens: 8192, taskTypes: undefined }
  const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' }
  return { promptStyle: 'task-type', maxTextTokens: 2048, taskTypes }
}

/** The part of an `EmbedContentRequest` (https://ai.google.dev/api/embeddings) that all texts of a role share. */
export function embedConfig(
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  role: EmbeddingRole,
): { taskType?: string; outputDimensionality: number } {
  const { taskTypes } = familyOf(model)
  return { ...(taskTypes && { taskType: taskTypes[role] }), outputDimensionality: dimensions }
}

/** The text with its prefix, cut to what the model reads. */
export function promptText(model: string, role: EmbeddingRole, text: string): string {
  const { taskTypes, maxTextTokens } = familyOf(model)
  return cutText(taskTypes ? text : applyPrompt('embeddinggemma', role, text), maxTextTokens)
}
