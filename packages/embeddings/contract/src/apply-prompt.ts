import type { EmbeddingRole } from './embedding-model.js'
import { promptStyles, type PromptStyle } from './prompt-styles.js'

/** The text as the model is to see it: with the prefix of its role. */
export function applyPrompt(style: PromptStyle, role: EmbeddingRole, text: string): string {
  return promptStyles[style][role] + text
}
