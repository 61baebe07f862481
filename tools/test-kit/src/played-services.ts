import { createHash } from 'node:crypto'
import { startServer } from './loopback-server.js'
import type { Answer, LoopbackServer, ServedRequest } from './serve.js'
import { answerJson } from './server-answers.js'

/** A request for vectors to any service. */
export interface PlayedRequest {
  readonly provider: 'openai' | 'gemini' | 'ollama'
  readonly model: string
  readonly texts: readonly string[]
  /** The requested length of the vectors. */
  readonly dimensions: number | undefined
  readonly key: string | undefined
}

/** https://platform.openai.com/docs/api-reference/embeddings/create and https://docs.ollama.com/api/embed */
interface InputBody {
  readonly model: string
  readonly input: readonly string[]
  readonly dimensions?: number
}

/** https://ai.google.dev/api/embeddings#method:-models.batchembedcontents */
interface GeminiBody {
  readonly requests: readonly {
    readonly content: { readonly parts: readonly { readonly text: string }[] }
    readonly outputDimensionality?: number
  }[]
}

const synonyms: Readonly<Record<string, string>> = { automobile: 'car', vehicle: 'car' }

/** Counts words, with synonyms as one word: texts that share words have near vectors. */
function vectorOf(text: string, length: number): number[] {
  const counts = Array.from({ length }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const meaning = createHash('sha256').update(synonyms[word] ?? word)
    const slot = meaning.digest().readUInt32BE() % length
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return counts
}

/** Parses a request. Undefined if it is not about vectors. */
function readRequest({ path, headers, body }: ServedRequest): PlayedRequest | undefined {
  const geminiModel = /^\/v1beta\/models\/([^/:]+):batchEmbedContents/.exec(path)?.[1]
  if (geminiModel !== undefined) {
    const { requests } = JSON.parse(body) as GeminiBody
    const texts = requests.map(({ content }) => content.parts.map(({ text }) => text).join(''))
    const key = headers['x-goog-api-key']
    const dimensions = requests[0]?.outputDimensionality
    return { provider: 'gemini', model: geminiModel, texts, dimensions, key: String(key) }
  }
  const provider = path === '/v1/embeddings' ? 'openai' : path === '/api/embed' ? 'ollama' : undefined
  if (provider === undefined) return undefined
  const { model, input, dimensions } = JSON.parse(body) as InputBody
  return { provider, model, texts: input, dimensions, key: headers.authorization?.replace(/^Bearer /, '') }
}

const defaultLengths = { openai: 1536, gemini: 3072, ollama: 768 }

/** The documented answer to a request for vectors. */
function answerTo({ provider, model, texts, dimensions }: PlayedRequest): object {
  const vectors = texts.map((text) => vectorOf(text, dimensions ?? defaultLengths[provider]))
  if (provider === 'ollama') return { model, embeddings: vectors }
  if (provider === 'gemini') return { embeddings: vectors.map((values) => ({ values })) }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data, model, usage: { prompt_tokens: 8, total_tokens: 8 } }
}

/** Simulates OpenAI, Gemini and Ollama, distinguished by their paths, with any key. `otherwise` answers other requests. */
export function playServices(otherwise: Answer = answerJson({}, { status: 404 })): Answer {
  return (served, response) => {
    const request = readRequest(served)
    const answer = request ? answerJson(answerTo(request)) : otherwise
    return answer(served, response)
  }
}

/** Starts a server that simulates all of them. Returns its requests and the settings to use it. */
export async function startServices(answer: Answer = playServices()) {
  const server: LoopbackServer = await startServer(answer)
  return {
    server,
    asked: (): PlayedRequest[] => server.requests.flatMap((request) => readRequest(request) ?? []),
    openai: { baseUrl: `${server.url}/v1` },
    gemini: { baseUrl: server.url },
    ollama: { baseUrl: server.url },
  }
}
