import { answerJson, answerText, startServer, type Answer, type ServedRequest } from '@recallite/test-kit'
import { isCanary, vectorOf } from './text-vector.js'
import { wires } from './wire.js'

/** A text of a job. */
interface JobText {
  readonly key: string
  readonly text: string
  readonly length: number
}

/** Jobs of a provider, which finish when the test decides. */
export interface BatchService {
  readonly url: string
  /** The texts of each started job. */
  readonly jobs: readonly (readonly JobText[])[]
  /** From now on all jobs are done. */
  finish(): void
  /** Texts that were embedded without a job, except the canary. */
  readonly atOnce: readonly string[]
}

/** The lines of an uploaded file, from its form data. */
function uploadedLines(body: string): unknown[] {
  return body.split(/\r?\n/).flatMap((line) => (/^\{"(?:custom_id|key)"/.test(line) ? [JSON.parse(line)] : []))
}

interface OpenAILine {
  readonly custom_id: string
  readonly body: { readonly input: string[]; readonly dimensions: number }
}

interface GeminiLine {
  readonly key: string
  readonly request: {
    readonly content: { readonly parts: { readonly text: string }[] }
    readonly outputDimensionality: number
  }
}

type Route = (request: ServedRequest, state: ServiceState) => Answer | undefined

interface ServiceState {
  readonly files: JobText[][]
  readonly jobs: JobText[][]
  isDone: boolean
}

/** https://platform.openai.com/docs/api-reference/batch */
const openai: Route = ({ method, path, body }, { files, jobs, isDone }) => {
  if (method === 'POST' && path === '/v1/files') {
    const lines = uploadedLines(body) as OpenAILine[]
    files.push(
      lines.map((line) => ({
        key: line.custom_id,
        text: line.body.input[0] ?? '',
        length: line.body.dimensions,
      })),
    )
    return answerJson({ id: `file-${files.length - 1}`, object: 'file', purpose: 'batch' })
  }
  const jobOf = (number: number) => ({
    id: `batch_${number}`,
    object: 'batch',
    status: isDone ? 'completed' : 'in_progress',
    output_file_id: isDone ? `file-out-${number}` : null,
    error_file_id: null,
    request_counts: { total: jobs[number]?.length ?? 0, completed: 0, failed: 0 },
  })
  if (method === 'POST' && path === '/v1/batches') {
    const { input_file_id: id } = JSON.parse(body) as { input_file_id: string }
    jobs.push(files[Number(id.slice('file-'.length))] ?? [])
    return answerJson(jobOf(jobs.length - 1))
  }
  const status = /^\/v1\/batches\/batch_(\d+)$/.exec(path)
  if (status) return answerJson(jobOf(Number(status[1])))
  const download = /^\/v1\/files\/file-out-(\d+)\/content$/.exec(path)
  if (!download) return undefined
  const lines = (jobs[Number(download[1])] ?? []).map(({ key, text, length }) => ({
    id: `batch_req_${key}`,
    custom_id: key,
    response: { status_code: 200, body: wires.openai.body([vectorOf(text, { length })]) },
    error: null,
  }))
  return answerText(lines.toReversed().map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** https://ai.google.dev/api/batch-api, https://ai.google.dev/api/files */
const gemini: Route = ({ method, path, body }, { files, jobs, isDone }) => {
  const { pathname } = new URL(path, 'http://127.0.0.1')
  if (pathname === '/upload/v1beta/files') {
    const lines = uploadedLines(body) as GeminiLine[]
    files.push(
      lines.map(({ key, request }) => ({
        key,
        text: request.content.parts[0]?.text ?? '',
        length: request.outputDimensionality,
      })),
    )
    return answerJson({ file: { name: `files/input${files.length - 1}`, state: 'ACTIVE' } })
  }
  const operationOf = (number: number) => ({
    name: `batches/job-${number}`,
    metadata: {
      state: isDone ? 'BATCH_STATE_SUCCEEDED' : 'BATCH_STATE_RUNNING',
      batchStats: { requestCount: String(jobs[number]?.length ?? 0) },
      ...(isDone ? { output: { responsesFile: `files/batch-job-${number}` } } : {}),
    },
  })
  if (method === 'POST' && pathname.endsWith(':asyncBatchEmbedContent')) {
    const { batch } = JSON.parse(body) as { batch: { inputConfig: { file_name: string } } }
    jobs.push(files[Number(batch.inputConfig.file_name.slice('files/input'.length))] ?? [])
    return answerJson(operationOf(jobs.length - 1))
  }
  const status = /^\/v1beta\/batches\/job-(\d+)$/.exec(pathname)
  if (status) return answerJson(operationOf(Number(status[1])))
  const download = /^\/v1beta\/files\/batch-job-(\d+):download$/.exec(pathname)
  if (!download) return undefined
  const lines = (jobs[Number(download[1])] ?? []).map(({ key, text, length }) => ({
    key,
    response: { embedding: { values: vectorOf(text, { length }) } },
  }))
  return answerText(lines.toReversed().map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const routes = { openai, gemini }

/** Starts a provider with batch jobs until the test ends. All clients see the same jobs. */
export async function startBatchService(provider: 'openai' | 'gemini'): Promise<BatchService> {
  const state: ServiceState = { files: [], jobs: [], isDone: false }
  const atOnce: string[] = []
  const wire = wires[provider]
  const server = await startServer((request, response) => {
    const texts = wire.textsOf(request)
    atOnce.push(...(texts ?? []).filter((text) => !isCanary(text)))
    const vectors = () =>
      (texts ?? []).map((text) => vectorOf(text, { length: wire.lengthOf(request) }))
    const answer = texts ? answerJson(wire.body(vectors())) : routes[provider](request, state)
    return (answer ?? answerJson({ error: {} }, { status: 404 }))(request, response)
  })
  return { url: server.url, jobs: state.jobs, atOnce, finish: () => void (state.isDone = true) }
}
