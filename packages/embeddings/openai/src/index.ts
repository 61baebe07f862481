export { createOpenAIBatches } from './create-openai-batches.js'
export { createOpenAIEmbeddings } from './create-openai-embeddings.js'
export type { OpenAIEmbeddingsSettings } from './settings.js'
