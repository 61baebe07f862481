export { createOnnxEmbeddings } from './create-onnx-embeddings.js'
export type { Pooling } from './pooling.js'
export type { OnnxEmbeddingsSettings } from './settings.js'
