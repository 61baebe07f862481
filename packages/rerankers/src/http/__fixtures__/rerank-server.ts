import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { createHttpReranker, type HttpRerankerSettings } from '../create-http-reranker.js'

/** A key that no message may contain. */
export const canaryKey = 'sk-CANARY-0123456789abcdef'

/** The body of a rerank request. */
interface RerankBody {
  readonly query: string
  readonly documents: readonly string[]
}

/** The share of the query's words that each text contains. */
function overlaps({ query, documents }: RerankBody): number[] {
  const words = wordsOf(query)
  return documents.map((text) => {
    const textWords = new Set(wordsOf(text))
    return words.filter((word) => textWords.has(word)).length / Math.max(1, words.length)
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** Answers like Cohere, best first (https://docs.cohere.com/reference/rerank). */
export const answerLikeCohere: Answer = (request, response) => {
  const results = overlaps(JSON.parse(request.body) as RerankBody)
    .map((score, index) => ({ index, relevance_score: score }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'x', results }))
}

/** A reranker with a server on this machine. */
export async function createServed(answer: Answer, settings: Partial<HttpRerankerSettings> = {}) {
  const server: LoopbackServer = await startServer(answer)
  const given = { baseUrl: `${server.url}/v2`, model: 'rerank-test', apiKey: canaryKey, ...settings }
  return { server, reranker: createHttpReranker(given) }
}
