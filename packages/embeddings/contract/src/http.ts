export { assertEndpoint } from './http/assert-endpoint.js'
export { createConnection, type Connection, type ConnectionOptions } from './http/create-connection.js'
export { failureOfNetwork, type NetworkContext } from './http/failure-of-network.js'
export { failureOfResponse, type FailedResponse } from './http/failure-of-response.js'
export { guardFetch, type Fetch, type GuardOptions } from './http/guard-fetch.js'
export {
  learnLength,
  readUnitVector,
  readVector,
  type ReadVector,
  takeInOrder,
  takeVectors,
  type ExpectedAnswer,
  noEmbeddings,
  unusableAnswer,
} from './http/read-vectors.js'
export { createHostedModel, type HostedProvider, type HostedRequest } from './http/hosted-model.js'
export { oneLine, withoutSecrets } from './http/safe-message.js'
export { assertApiKey, assertDimensions, type HostedSettings } from './http/settings.js'
export { countAt, parseJson, valueAt } from './http/wire.js'
