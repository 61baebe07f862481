import type { PromptStyle } from './prompt-styles.js'

/** Families by name; the first that matches counts. Models not named here (MiniLM, mpnet, gte, bge-m3, …) take plain text. */
const families: readonly (readonly [pattern: RegExp, style: PromptStyle])[] = [
  [/\bembedding-?gemma\b/, 'embeddinggemma'],
  [/\bnomic-embed-text\b/, 'nomic'],
  [/\bbge-(small|base|large)-zh\b/, 'bge-zh'],
  [/\bbge-(small|base|large)\b/, 'bge-en'],
  [/\bmxbai-embed-(2d-large|large|xsmall)\b/, 'bge-en'],
  [/\bsnowflake-arctic-embed\d?-[a-z]+-v2\b/, 'arctic-v2'],
  [/\bsnowflake-arctic-embed2\b/, 'arctic-v2'],
  [/\bsnowflake-arctic-embed\b/, 'bge-en'],
  [/\be5-[a-z0-9-]+-instruct\b/, 'e5-instruct'],
  [/\be5-(small|base|large)\b/, 'e5'],
  [/\bqwen3-embedding\b/, 'qwen3'],
]

/**
 * The prefixes a model was trained with, judged by its name: a file name, a GGUF's `general.name`, or a name such as
 * `owner/model:tag`. Letter case, and whether words are joined by spaces, `_` or `-`, does not matter. `plain` for names
 * it does not know.
 */
export function promptStyleOf(modelName: string): PromptStyle {
  const name = modelName.toLowerCase().replaceAll(/[\s_]+/g, '-')
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? 'plain'
}
