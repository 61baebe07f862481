export { createOllamaEmbeddings } from './create-ollama-embeddings.js'
export type { OllamaEmbeddingsSettings } from './settings.js'
