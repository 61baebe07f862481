export { batched, type BatchedOptions, packBatches, type BatchLimits } from './batched.js'
export { checked } from './checked.js'
export { cutText } from './cut-text.js'
export {
  assertBatchTexts,
  type BatchResult,
  type BatchState,
  type BatchText,
  type EmbeddingBatches,
} from './embedding-batches.js'
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
export { loadProvider, type ProviderPackage } from './load-provider.js'
export { modelUnavailable, type UnusableModel } from './model-unavailable.js'
export { applyPrompt, promptStyleOf, promptStyles, type Prompts, type PromptStyle } from './prompt-style.js'
export { unitVector, vectorFault } from './vector.js'
export { untilAborted, withDeadline } from './with-deadline.js'
export { type RetryDelays, createRetry, withRetry, type Retry, type RetryOptions } from './with-retry.js'
