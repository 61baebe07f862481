export {
  createConnection,
  proxyStatusOf,
  type Connection,
  type ConnectionOptions,
} from './http/connection.js'
export type { FailedResponse } from './http/failure-of-response.js'
export type { Fetch } from './http/guard-fetch.js'
export { createHostedBatches, explainGoneJob } from './http/hosted-batches.js'
export type { BatchProvider, HostedJob, HostedResult, ReadBytes } from './http/hosted-batches.js'
export { createHostedModel, type HostedProvider, type HostedRequest } from './http/hosted-model.js'
export { noEmbeddings, takeInOrder, takeVectors, unusableAnswer } from './http/read-answer.js'
export { countAt, parseJson, readUnitVector, readVector, textAt, valueAt } from './http/read-answer.js'
export type { ExpectedAnswer, ReadVector } from './http/read-answer.js'
export { assertApiKey, assertDimensions, assertEndpoint, type HostedSettings } from './http/settings.js'
