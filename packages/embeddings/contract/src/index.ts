export { packBatches, type BatchLimits } from './pack-batches.js'
export { checked } from './checked.js'
export type { BatchResult, BatchState, BatchText, EmbeddingBatches } from './embedding-model.js'
export {
  decorate,
  type EmbeddingModel,
  type EmbeddingRequest,
  type EmbeddingRole,
  type ModelIdentity,
} from './embedding-model.js'
export {
  EmbeddingError,
  type EmbeddingErrorCode,
  type EmbeddingErrorOptions,
  invalidRequest,
  unavailable,
} from './errors.js'
export { unitVector, vectorFault } from './checked.js'
export { untilAborted, withDeadline } from './with-retry.js'
export { type RetryDelays, createRetry, withRetry, type Retry, type RetryOptions } from './with-retry.js'
