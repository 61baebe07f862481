export { createLlamaEmbeddings } from './create-llama-embeddings.js'
export type { LlamaEmbeddingsSettings } from './settings.js'
