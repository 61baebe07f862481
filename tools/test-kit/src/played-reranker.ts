import { startServer } from './loopback-server.js'
import type { Answer } from './serve.js'
import { answerJson } from './server-answers.js'

/** The body of a request to a reranker. */
interface RerankBody {
  readonly model?: string
  readonly query: string
  readonly documents: readonly string[]
}

/** Scores documents with the word high and others low, in Cohere's format (https://docs.cohere.com/reference/rerank). */
export function preferring(word: string): Answer {
  return (request, response) => {
    const { documents } = JSON.parse(request.body) as RerankBody
    const results = documents.map((text, index) => ({
      index,
      relevance_score: text.includes(word) ? 0.9 : 0.1,
    }))
    return answerJson({ results })(request, response)
  }
}

/** A reranking service on this machine, with its requests. */
export async function startReranker(answer: Answer) {
  const server = await startServer(answer)
  return {
    url: server.url,
    answerWith: server.answerWith,
    asked: () =>
      server.requests.map(({ body, headers }) => {
        const { model, documents } = JSON.parse(body) as RerankBody
        return { model, documents, key: headers.authorization }
      }),
  }
}
