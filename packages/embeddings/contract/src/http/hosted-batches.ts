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

/** A job as its provider describes it. */
export interface HostedJob extends Omit<BatchState, 'reason'> {
  /** Why it failed, in the words of the provider. */
  readonly reason?: string | undefined
  /** The files with its results. */
  readonly files: readonly string[]
}

/** A line of a file of results. */
export interface HostedResult {
  /** The key that the text was submitted with. */
  readonly key: unknown
  /** Why the text has no vector, or that vector, as it was sent. */
  readonly answer: { readonly refusal: string } | { readonly vector: unknown }
}

/** What each provider of batch jobs does in its own way. */
export interface BatchProvider {
  readonly identity: ModelIdentity
  readonly maxTexts: number
  /** The model and its host, for messages. */
  readonly source: string
  /** Uploads the texts, begins a job and returns its id. */
  begin(texts: readonly BatchText[], signal: AbortSignal | undefined): Promise<unknown>
  /** The description of a job; undefined for an answer that is none. */
  retrieve(job: string, signal: AbortSignal | undefined): Promise<HostedJob | undefined>
  /** Reads the bytes of a file. */
  download<T>(file: string, read: ReadBytes<T>, signal: AbortSignal | undefined): Promise<T>
  /** Reads one line of a result file: the key of a text, and its answer. */
  readResult(line: unknown): HostedResult
  /** Reads a vector as the service writes it, or says why it is none. */
  readVector(wire: unknown, dimensions: number): ReadVector
  /** Removes the secrets from a text of the server. */
  clean(text: string): string
}

/** Makes something of bytes as they arrive. */
export type ReadBytes<T> = (bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[]) => Promise<T>

/** Creates the batches of a provider whose jobs answer texts by keys in files of JSON lines. */
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
      // One result per key. If a text has several answers, it cannot be known which vector is right.
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
 * The error for a job or result file that no longer exists or belongs to another account; Gemini says of some with 403 that they
 * may not exist. Undefined for other responses, also for an unknown address and for pages of proxies, which do not have the
 * API's own error.
 */
export function explainGoneJob({ provider, host, status, body }: FailedResponse): EmbeddingError | undefined {
  const error = valueAt(parseJson(String(body)), 'error')
  const message = textAt(error, 'message') ?? ''
  const isGone = status === 404 || (status === 403 && /may not exist/i.test(message))
  if (!isGone || typeof error !== 'object' || error === null) return undefined
  if (/\b(?:invalid|unknown)(?: request)? url\b/i.test(message)) return undefined
  return invalidRequest(
    `${provider} at ${host} does not have the batch job or its results any more; submit its texts again.`,
  )
}

/** Refuses texts that cannot be a batch job, before anything is uploaded. */
function assertBatchTexts(texts: readonly BatchText[], maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new EmbeddingError(
      'EMBEDDING_REQUEST_TOO_LARGE',
      `The batch job has ${texts.length} texts, and one may hold ${maxTexts}; submit several jobs.`,
    )
  }
  if (texts.length === 0) throw invalidRequest('The batch job holds no texts; submit some.')
  const keys = new Set<string>()
  for (const { key, text } of texts) {
    if (text.trim() === '')
      throw invalidRequest(`The text ${key} is blank, so it has no embedding; leave it out.`)
    if (keys.has(key))
      throw invalidRequest(`The key ${key} names two texts of the batch job; give each its own.`)
    keys.add(key)
  }
}

function refuseUnreadable(source: string): never {
  throw unusableAnswer(source, 'a batch request with something else; look whether the base URL is right')
}

function refuseUnfinished(state: BatchState['state'], job: string): void {
  if (state === 'failed') throw invalidRequest(`${job} failed and has no results; submit its texts again.`)
  if (state === 'done') return
  const message = `${job} is still running; collect it when it is done.`
  throw new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}

/** The lines of a UTF-8 body without blank ones; a file of results can exceed the longest string. */
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

/** The result in a line; undefined for a line without a key. */
function resultOf(line: string, provider: BatchProvider): BatchResult | undefined {
  const { key, answer } = provider.readResult(parseJson(line))
  if (typeof key !== 'string') return undefined
  if ('refusal' in answer) return { key, reason: oneLine(provider.clean(answer.refusal)) }
  const read = provider.readVector(answer.vector, provider.identity.dimensions)
  return 'fault' in read ? { key, reason: `it was answered with ${read.fault}` } : { key, ...read }
}
