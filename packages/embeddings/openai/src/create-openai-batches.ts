import { type BatchResult, type EmbeddingBatches, EmbeddingError, unavailable } from '@recallite/embeddings'
import { batchFile, gatherResults, maxTexts, readLines, readResult } from './batch-files.js'
import { explainGoneJob, readId, readJob } from './batch-job.js'
import { connect, type OpenAIConnection } from './connect.js'
import { type OpenAIEmbeddingsSettings, resolveSpace } from './settings.js'

/** The results of a full job are about a gigabyte of JSON. */
const resultLimits = { maxBytes: 4_000_000_000, bodyTimeout: 3_600_000, explain: explainGoneJob }

/**
 * The Batch API: jobs that are answered within a day at half the price, in the vector space of the model with the same
 * settings. Usually only OpenAI's own models have it; for others `dimensions` must be set.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings
 */
export function createOpenAIBatches(settings: OpenAIEmbeddingsSettings): EmbeddingBatches {
  const space = resolveSpace(settings)
  const { model, promptStyle, dimensions } = space
  if (dimensions === undefined)
    throw unavailable(`How long the vectors of ${model} are is not known. Set dimensions.`)
  const connection = connect(settings)
  const lookUps = connect(settings, { explain: explainGoneJob })
  const downloads = connect(settings, resultLimits)
  const source = `openai/${model} at ${connection.host}`
  const retrieve = async (job: string, signal: AbortSignal | undefined) =>
    readJob(await lookUps.ask((client) => client.batches.retrieve(job), signal), source)
  return {
    identity: { provider: 'openai', model, dimensions, promptStyle },
    maxTexts,
    async submit(texts, signal) {
      const file = batchFile(space, texts)
      const upload = await connection.ask((client) => client.files.create({ file, purpose: 'batch' }), signal)
      const input_file_id = readId(upload, { what: 'uploaded file', source })
      const order = { input_file_id, endpoint: '/v1/embeddings', completion_window: '24h' } as const
      const job = await connection.ask((client) => client.batches.create(order), signal)
      return readId(job, { what: 'batch job', source })
    },
    async check(job, signal) {
      const { state } = await retrieve(job, signal)
      return { ...state, reason: state.reason === null ? null : connection.clean(state.reason) }
    },
    async collect(job, signal) {
      const { state, files } = await retrieve(job, signal)
      if (state.state !== 'done') throw notDone(job, { isRunning: state.state === 'running', source })
      const results: BatchResult[][] = []
      for (const id of files) results.push(await download(downloads, { id, dimensions, signal }))
      return gatherResults(results.flat())
    },
  }
}

function download(
  connection: OpenAIConnection,
  { id, dimensions, signal }: { id: string; dimensions: number; signal: AbortSignal | undefined },
): Promise<BatchResult[]> {
  return connection.ask(async (client) => {
    const { body } = await client.files.content(id)
    const results: BatchResult[] = []
    for await (const line of readLines(body)) {
      const result = readResult(line, dimensions)
      if (result !== undefined)
        results.push('vector' in result ? result : { ...result, reason: connection.clean(result.reason) })
    }
    return results
  }, signal)
}

function notDone(job: string, { isRunning, source }: { isRunning: boolean; source: string }): EmbeddingError {
  const message = isRunning
    ? `The batch job ${job} of ${source} is still running; collect it when it is done.`
    : `The batch job ${job} of ${source} failed and has no results; submit its texts again.`
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: isRunning })
}
