export { createLlamaReranker, type LlamaRerankerSettings } from './create-llama-reranker.js'
