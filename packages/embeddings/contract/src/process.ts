export {
  createLocalEmbeddings,
  type LocalEmbeddingsSettings,
  type LocalIdentity,
  resolveLocalSettings,
} from './process/local-embeddings.js'
export { openModel, type LocalModel, type LocalModelSettings } from './process/open-model.js'
export {
  explain,
  type ModelFacts,
  mostParts,
  oneByOne,
  readablePart,
  Refusal,
  serveModel,
  type ServedModel,
  type TextAnswer,
} from './process/serve-model.js'
export type { ComputeOptions } from './process/text-lanes.js'
