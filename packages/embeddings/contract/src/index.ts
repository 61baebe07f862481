export { packBatches, type BatchLimits } from './pack-batches.js'
export { checked, unitVector, vectorFault } from './checked.js'
export {
  type BatchResult,
  type BatchState,
  type BatchText,
  decorate,
  type EmbeddingBatches,
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
export {
  createRetry,
  untilAborted,
  withDeadline,
  withRetry,
  type Retry,
  type RetryOptions,
} from './with-retry.js'
