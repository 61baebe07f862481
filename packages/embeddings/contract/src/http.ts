export { createConnection, type Connection, type ConnectionOptions } from './http/connection.js'
export type { FailedResponse } from './http/failure-of-response.js'
export type { Fetch } from './http/guard-fetch.js'
export {
  type BatchProvider,
  createHostedBatches,
  explainGoneJob,
  type HostedJob,
  type HostedResult,
  type ReadBytes,
} from './http/hosted-batches.js'
export { createHostedModel, type HostedProvider, type HostedRequest } from './http/hosted-model.js'
export {
  countAt,
  type ExpectedAnswer,
  noEmbeddings,
  parseJson,
  readUnitVector,
  readVector,
  type ReadVector,
  takeInOrder,
  takeVectors,
  textAt,
  unusableAnswer,
  valueAt,
} from './http/read-answer.js'
export { assertApiKey, assertDimensions, assertEndpoint, type HostedSettings } from './http/settings.js'
