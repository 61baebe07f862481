export { createLlamaEmbeddings, type LlamaEmbeddingsSettings } from './create-llama-embeddings.js'
