export { createOnnxEmbeddings, type OnnxEmbeddingsSettings } from './create-onnx-embeddings.js'
export type { Pooling } from './network.js'
