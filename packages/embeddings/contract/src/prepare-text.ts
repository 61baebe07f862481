import type { EmbeddingRole } from './embedding-model.js'

const searchTask =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:'

/** The prefixes of queries and documents. */
export interface Prompts {
  readonly query: string
  readonly document: string
}

/**
 * The prefixes that model families were trained with, verbatim from their model cards on huggingface.co:
 * google/embeddinggemma-300m, nomic-ai/nomic-embed-text-v1.5, BAAI/bge-small-en-v1.5 (also
 * mixedbread-ai/mxbai-embed-large-v1 and Snowflake/snowflake-arctic-embed-m-v1.5), BAAI/bge-small-zh-v1.5,
 * intfloat/multilingual-e5-small, intfloat/multilingual-e5-large-instruct, Snowflake/snowflake-arctic-embed-l-v2.0 and
 * Qwen/Qwen3-Embedding-0.6B. A changed prefix needs a new name, since it changes the vectors.
 */
export const promptStyles = {
  plain: { query: '', document: '' },
  embeddinggemma: { query: 'task: search result | query: ', document: 'title: none | text: ' },
  nomic: { query: 'search_query: ', document: 'search_document: ' },
  'bge-en': { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  'bge-zh': { query: '为这个句子生成表示以用于检索相关文章：', document: '' },
  e5: { query: 'query: ', document: 'passage: ' },
  'e5-instruct': { query: `${searchTask} `, document: '' },
  'arctic-v2': { query: 'query: ', document: '' },
  qwen3: { query: searchTask, document: '' },
} as const satisfies Record<string, Prompts>

/** The name of a pair of prefixes; `plain` has none. */
export type PromptStyle = keyof typeof promptStyles

/** Prepends the prefix of the role to a text. */
export function applyPrompt(style: PromptStyle, role: EmbeddingRole, text: string): string {
  return promptStyles[style][role] + text
}

/** The first match counts. Models that are not listed (MiniLM, mpnet, gte, bge-m3, …) use no prefixes. */
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
 * Returns the prefixes of a model by its name (a file name, `general.name` of a GGUF file, or `owner/model:tag`), ignoring
 * case and separators; `plain` for unknown names.
 */
export function promptStyleOf(modelName: string): PromptStyle {
  const name = modelName.toLowerCase().replaceAll(/[\s_]+/g, '-')
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? 'plain'
}

/**
 * Cuts a text to about `maxTokens` tokens and replaces lone surrogates, which JSON cannot contain. Tokens are estimated,
 * too high rather than too low for prose: an ASCII letter or space is 1/3; other characters of up to two bytes in UTF-8 are
 * 1, any other UTF-16 unit is 1.5.
 */
export function cutText(text: string, maxTokens: number): string {
  const end = endWithin(text, maxTokens * 6)
  const isWithinPair = end > 0 && (text.codePointAt(end - 1) ?? 0) > 0xffff
  return text.slice(0, isWithinPair ? end - 1 : end).toWellFormed()
}

function endWithin(text: string, budget: number): number {
  let spent = 0
  for (let position = 0; position < text.length; position += 1) {
    spent += costOf(text.charCodeAt(position))
    if (spent > budget) return position
  }
  return text.length
}

function costOf(unit: number): number {
  if (unit === 0x20 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)) return 2
  return unit < 0x800 ? 6 : 9
}
