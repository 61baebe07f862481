export { createOnnxReranker, type OnnxRerankerSettings } from './create-onnx-reranker.js'
