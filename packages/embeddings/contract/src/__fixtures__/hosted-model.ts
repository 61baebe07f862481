import type { HostedSubject } from '../conformance.js'
import { createConnection, createHostedModel, readVector, takeInOrder, valueAt } from '../http.js'

/** A valid provider, written only with the functions of `http.ts`. */
export const honestProvider: HostedSubject = {
  create(network) {
    const endpoint = new URL('https://api.example.com/v1/embeddings')
    const connection = createConnection({ ...network, provider: 'test', endpoint, secrets: [network.apiKey] })
    const headers = { Authorization: `Bearer ${network.apiKey}` }
    return createHostedModel(
      {
        identity: { provider: 'test', model: 'hosted', promptStyle: 'plain' },
        dimensions: network.dimensions,
        maxBatchItems: 16,
        source: 'test/hosted',
        prepare: (_, text) => text,
        ask: ({ input, signal }) =>
          connection.ask(async (fetch) => {
            const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) })
            return response.json()
          }, signal),
        read: (answer, expected) =>
          takeInOrder(valueAt(answer, 'vectors'), expected, (wire) => readVector(wire, network.dimensions)),
        firstVector: ['vectors', '0'],
      },
      undefined,
    )
  },
  answer: (vectors) => ({ vectors }),
}
