export { createOllamaEmbeddings } from './create-ollama-embeddings.js'
export type { OllamaEmbeddingsSettings } from './create-ollama-embeddings.js'
