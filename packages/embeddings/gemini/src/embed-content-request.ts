import { cutText, type EmbeddingRole } from '@recallite/embeddings'
import { familyOf } from './model-family.js'

/** The part of an `EmbedContentRequest` (https://ai.google.dev/api/embeddings) that all texts of a role share. */
export interface EmbedConfig {
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
