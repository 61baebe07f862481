import {
  applyPrompt,
  assertBatchTexts,
  type BatchResult,
  type BatchText,
  cutText,
  EmbeddingError,
} from '@recallite/embeddings'
import { oneLine, readVector, type ReadVector } from '@recallite/embeddings/http'
import { contextSize, embeddingBody, type VectorSpace } from './settings.js'

/** The limit of a job: https://platform.openai.com/docs/guides/batch. */
export const maxTexts = 50_000
const fileLimit = 200_000_000

/**
 * Writes the file of a job: one request per line, with one text and its key.
 * @throws EmbeddingError `EMBEDDING_REQUEST_TOO_LARGE` for too many texts or bytes; `EMBEDDING_REQUEST_INVALID` for no
 * texts, a blank text or a repeated key
 */
export function batchFile(space: VectorSpace, texts: readonly BatchText[], maxBytes = fileLimit): File {
  assertBatchTexts(texts, maxTexts)
  const lines = texts.map(({ key, text }) => {
    const input = cutText(applyPrompt(space.promptStyle, 'document', text), contextSize)
    const request = {
      custom_id: key,
      method: 'POST',
      url: '/v1/embeddings',
      body: embeddingBody(space, [input]),
    }
    return `${JSON.stringify(request)}\n`
  })
  const file = new File(lines, 'texts.jsonl', { type: 'application/jsonl' })
  if (file.size <= maxBytes) return file
  throw new EmbeddingError(
    'EMBEDDING_REQUEST_TOO_LARGE',
    `The batch job has ${file.size} bytes, and one may hold ${maxBytes}; submit several jobs.`,
  )
}

/** The result of a line; undefined for a line without a key. */
export function readResult(line: string, dimensions: number): BatchResult | undefined {
  const result = parse(line)
  const key = result?.custom_id
  if (typeof key !== 'string') return undefined
  const read = readAnswer(result ?? {}, dimensions)
  return 'vector' in read ? { key, vector: read.vector } : { key, reason: read.fault }
}

/** One result per key. If a text has several answers, it cannot be known which vector is right. */
export function gatherResults(results: readonly BatchResult[]): BatchResult[] {
  const byKey = new Map<string, BatchResult>()
  for (const result of results) {
    const { key } = result
    byKey.set(key, byKey.has(key) ? { key, reason: 'it was answered more than once' } : result)
  }
  return [...byKey.values()]
}

/** The lines of a UTF-8 body without their ends and without blank ones; a result file can exceed the longest string. */
export async function* readLines(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield rest
}

interface WireError {
  readonly message?: unknown
  readonly code?: unknown
}

interface WireBody {
  readonly data?: unknown
  readonly error?: WireError | null
}

interface WireResult {
  readonly custom_id?: unknown
  readonly response?: { readonly status_code?: unknown; readonly body?: WireBody | null } | null
  readonly error?: WireError | null
}

function parse(line: string): WireResult | null | undefined {
  try {
    return JSON.parse(line) as WireResult | null
  } catch {
    return undefined
  }
}

function readAnswer(result: WireResult, dimensions: number): ReadVector {
  const refusal = refusalIn(result)
  if (refusal !== undefined) return { fault: refusal }
  const item = onlyItem(result.response?.body?.data)
  if (item === undefined) return { fault: 'it was not answered with one embedding' }
  const read = readVector(item.embedding, dimensions)
  return 'fault' in read ? { fault: `it was answered with ${read.fault}` } : read
}

function refusalIn({ response, error }: WireResult): string | undefined {
  const said = error ?? response?.body?.error
  if (typeof said === 'object' && said !== null) return reasonOf(said)
  const status = response?.status_code
  return status === 200 ? undefined : `it was answered with the status ${String(status)}`
}

function reasonOf({ message, code }: WireError): string {
  const words = [message, code].find((each) => typeof each === 'string' && each !== '')
  return oneLine(String(words ?? 'it was refused without a reason'))
}

function onlyItem(data: unknown): { embedding?: unknown } | undefined {
  if (!Array.isArray(data) || data.length !== 1) return undefined
  const item = data[0] as { index?: unknown; embedding?: unknown } | null
  return item?.index === 0 ? item : undefined
}
