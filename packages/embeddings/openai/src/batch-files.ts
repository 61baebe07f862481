import { type BatchResult, type BatchText, EmbeddingError } from '@recallite/embeddings'
import { applyPrompt, assertBatchTexts, cutText } from '@recallite/embeddings/provider'
import { oneLine, parseJson, readVector, type ReadVector, valueAt } from '@recallite/embeddings/http'
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
  const result = parseJson(line)
  const key = valueAt(result, 'custom_id')
  if (typeof key !== 'string') return undefined
  const read = readAnswer(result, dimensions)
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

function readAnswer(result: unknown, dimensions: number): ReadVector {
  const refusal = refusalIn(result)
  if (refusal !== undefined) return { fault: refusal }
  const data = valueAt(result, 'response', 'body', 'data')
  if (!Array.isArray(data) || data.length !== 1 || valueAt(data, '0', 'index') !== 0)
    return { fault: 'it was not answered with one embedding' }
  const read = readVector(valueAt(data, '0', 'embedding'), dimensions)
  return 'fault' in read ? { fault: `it was answered with ${read.fault}` } : read
}

function refusalIn(result: unknown): string | undefined {
  const error = valueAt(result, 'error') ?? valueAt(result, 'response', 'body', 'error')
  if (typeof error === 'object' && error !== null) {
    const said = [valueAt(error, 'message'), valueAt(error, 'code')]
    const words = said.find((each) => typeof each === 'string' && each !== '')
    return oneLine(String(words ?? 'it was refused without a reason'))
  }
  const status = valueAt(result, 'response', 'status_code')
  return status === 200 ? undefined : `it was answered with the status ${String(status)}`
}
