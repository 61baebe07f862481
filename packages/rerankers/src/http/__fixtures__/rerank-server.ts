import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { overlap } from '../../__fixtures__/overlap-reranker.js'
import { createHttpReranker, type HttpRerankerSettings } from '../create-http-reranker.js'

/** A key that no message may contain. */
export const canaryKey = 'sk-CANARY-0123456789abcdef'

/** The body of a rerank request. */
interface RerankBody {
  readonly query: string
  readonly documents: readonly string[]
}

/** Answers like Cohere, best first (https://docs.cohere.com/reference/rerank). */
export const answerLikeCohere: Answer = (request, response) => {
  const { query, documents } = JSON.parse(request.body) as RerankBody
  const results = documents
    .map((text, index) => ({ index, relevance_score: overlap(query, text) }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'x', results }))
}

/** A reranker with a server on this machine. */
export async function createServed(answer: Answer, settings: Partial<HttpRerankerSettings> = {}) {
  const server: LoopbackServer = await startServer(answer)
  const given = { baseUrl: `${server.url}/v2`, model: 'rerank-test', apiKey: canaryKey, ...settings }
  return { server, reranker: createHttpReranker(given) }
}
