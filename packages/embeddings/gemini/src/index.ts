export { createGeminiBatches } from './create-gemini-batches.js'
export { createGeminiEmbeddings } from './create-gemini-embeddings.js'
export type { GeminiEmbeddingsSettings } from './settings.js'
