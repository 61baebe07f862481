/** What a model expects before a text, per role. */
export interface Prompts {
  readonly query: string
  readonly document: string
}

const searchTask =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:'

/**
 * The prefixes that families of models were trained with, word for word as their model cards on huggingface.co give
 * them: google/embeddinggemma-300m, nomic-ai/nomic-embed-text-v1.5, BAAI/bge-small-en-v1.5 (also
 * mixedbread-ai/mxbai-embed-large-v1 and Snowflake/snowflake-arctic-embed-m-v1.5), BAAI/bge-small-zh-v1.5,
 * intfloat/multilingual-e5-small, intfloat/multilingual-e5-large-instruct, Snowflake/snowflake-arctic-embed-l-v2.0 and
 * Qwen/Qwen3-Embedding-0.6B. A prefix that changes makes other vectors: give the new one a new name.
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

/** The name of a pair of prefixes. `plain` has none. */
export type PromptStyle = keyof typeof promptStyles
