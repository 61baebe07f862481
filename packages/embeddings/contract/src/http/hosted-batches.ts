import type {
  BatchResult,
  BatchState,
  BatchText,
  EmbeddingBatches,
  ModelIdentity,
} from '../embedding-model.js'
import { EmbeddingError, invalidRequest } from '../errors.js'
import type { FailedResponse } from './failure-of-response.js'
import { parseJson, type ReadVector, textAt, unusableAnswer, valueAt } from './read-answer.js'
import { oneLine } from './safe-message.js'

/** A job, as the provider describes it. */
export interface HostedJob extends Omit<BatchState, 'reason'> {
  /** Why it failed, in the words of the provider. */
  readonly reason?: string | undefined
  readonly files: readonly string[]
}

/** A line of a result file. */
export interface HostedResult {
  readonly key: unknown
  /** The vector as it was sent, or why there is none. */
  readonly answer: { readonly refusal: string } | { readonly vector: unknown }
}

/** The parts of a batch API that differ between providers. */
export interface BatchProvider {
  readonly identity: ModelIdentity
  readonly maxTexts: number
  /** The model and its host, for messages. */
  readonly source: string
  /** Uploads the texts, starts a job and returns its id. */
  begin(texts: readonly BatchText[], signal: AbortSignal | undefined): Promise<unknown>
  /** Returns the job; undefined if the answer is not a job. */
  retrieve(job: string, signal: AbortSignal | undefined): Promise<HostedJob | undefined>
  /** Reads the bytes of a file. */
  download<T>(file: string, read: ReadBytes<T>, signal: AbortSignal | undefined): Promise<T>
  /** Reads the parsed JSON of one line. */
  readResult(line: unknown): HostedResult
  /** Reads a vector in the encoding of the provider. */
  readVector(wire: unknown, dimensions: number): ReadVector
  /** Removes the secrets from a text of the server. */
  clean(text: string): string
}

/** Consumes bytes as they arrive. */
export type ReadBytes<T> = (bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[]) => Promise<T>

/** Creates the batches of a provider that answers with files of JSON lines, one per text key. */
export function createHostedBatches(provider: BatchProvider): EmbeddingBatches {
  const { identity, maxTexts, source } = provider
  const lookUp = async (job: string, signal: AbortSignal | undefined): Promise<HostedJob> => {
    signal?.throwIfAborted()
    return (await provider.retrieve(job, signal)) ?? refuseUnreadable(source)
  }
  return {
    identity,
    maxTexts,
    async submit(texts, signal) {
      signal?.throwIfAborted()
      assertBatchTexts(texts, maxTexts)
      const job = await provider.begin(texts, signal)
      return typeof job === 'string' && job !== '' ? job : refuseUnreadable(source)
    },
    async check(job, signal) {
      const { state, done, total, reason } = await lookUp(job, signal)
      const failure = reason ?? 'the provider gives no reason'
      return { state, done, total, reason: state === 'failed' ? oneLine(provider.clean(failure)) : null }
    },
    async collect(job, signal) {
      const { state, files } = await lookUp(job, signal)
      refuseUnfinished(state, `The batch job ${job} of ${source}`)
      const results: (BatchResult | undefined)[] = []
      const read: ReadBytes<void> = async (bytes) => {
        for await (const line of readLines(bytes)) results.push(resultOf(line, provider))
      }
      for (const file of files) await provider.download(file, read, signal)
      // If a text has several answers, any of them may be wrong.
      const byKey = new Map<string, BatchResult>()
      for (const result of results) {
        if (result === undefined) continue
        const { key } = result
        byKey.set(key, byKey.has(key) ? { key, reason: 'it was answered more than once' } : result)
      }
      return results.length > 0 && byKey.size === 0 ? refuseUnreadable(source) : [...byKey.values()]
    },
  }
}

/**
 * The error for a job or result file that is gone or belongs to another account; undefined for other responses, such as an
 * unknown address or a proxy's page. Gemini reports some of them with 403 and "may not exist".
 */
export function explainGoneJob({ provider, host, status, body }: FailedResponse): EmbeddingError | undefined {
  const error = valueAt(parseJson(String(body)), 'error')
  const message = textAt(error, 'message') ?? ''
  const isGone = status === 404 || (status === 403 && /may not exist/i.test(message))
  if (!isGone || typeof error !== 'object' || error === null) return undefined
  if (/\b(?:invalid|unknown)(?: request)? url\b/i.test(message)) return undefined
  return invalidRequest(
    `${provider} at ${host} no longer has the batch job or its results; submit its texts again.`,
  )
}

/** Rejects invalid texts before anything is uploaded. */
function assertBatchTexts(texts: readonly BatchText[], maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new EmbeddingError(
      'EMBEDDING_REQUEST_TOO_LARGE',
      `The batch job has ${texts.length} texts; the maximum is ${maxTexts}. Submit several jobs.`,
    )
  }
  if (texts.length === 0) throw invalidRequest('The batch job has no texts; submit at least one.')
  const keys = new Set<string>()
  for (const { key, text } of texts) {
    if (text.trim() === '')
      throw invalidRequest(`The text ${key} is blank, so it has no embedding; leave it out.`)
    if (keys.has(key))
      throw invalidRequest(`Two texts of the batch job have the key ${key}; keys must be unique.`)
    keys.add(key)
  }
}

function refuseUnreadable(source: string): never {
  throw unusableAnswer(source, 'a batch request with something else; check the base URL')
}

function refuseUnfinished(state: BatchState['state'], job: string): void {
  if (state === 'failed') throw invalidRequest(`${job} failed and has no results; submit its texts again.`)
  if (state === 'done') return
  const message = `${job} is still running; collect it when it is done.`
  throw new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}

/** The non-blank lines of a UTF-8 body, as a stream: a result file can exceed the maximum length of a string. */
async function* readLines(bytes: Parameters<ReadBytes<void>>[0]): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield rest
}

/** Undefined for a line without a key. */
function resultOf(line: string, provider: BatchProvider): BatchResult | undefined {
  const { key, answer } = provider.readResult(parseJson(line))
  if (typeof key !== 'string') return undefined
  if ('refusal' in answer) return { key, reason: oneLine(provider.clean(answer.refusal)) }
  const read = provider.readVector(answer.vector, provider.identity.dimensions)
  return 'fault' in read ? { key, reason: `it was answered with ${read.fault}` } : { key, ...read }
}
