export {
  createLocalEmbeddings,
  type LocalEmbeddingsSettings,
  type LocalIdentity,
  type LocalLoad,
  type LocalRerankerSettings,
  openLocalModel,
} from './process/local-embeddings.js'
export { openModel, type LocalModel, type LocalModelSettings } from './process/open-model.js'
export {
  explain,
  type ModelFacts,
  mostParts,
  readablePart,
  Refusal,
  serveModel,
  type ServedModel,
} from './process/serve-model.js'
export type { ComputeOptions } from './process/text-lanes.js'
