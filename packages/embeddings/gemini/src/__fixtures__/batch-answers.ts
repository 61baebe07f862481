import { answerJson, answerText, type Answer, type ServedRequest } from '@recallite/test-kit'
import { answerError, canaryKey, errorInfo, valuesOf, type EmbedContentBody } from './gemini-answers.js'

/** A line of the file of a job. */
interface RequestLine {
  readonly key: string
  readonly request: EmbedContentBody
}

/** The state of the API: files and jobs by name. It outlives every client. */
export interface BatchService {
  readonly answer: Answer
  /** Uploaded and created files, by name. */
  readonly files: Map<string, string>
  /** Finishes all jobs: answers in another order, as the API may; texts that contain "refuse" get an error. */
  finishJobs(): void
}

/** The Batch API and the part of the Files API it needs: https://ai.google.dev/api/batch-api, https://ai.google.dev/api/files */
export function createBatchService(): BatchService {
  const files = new Map<string, string>()
  const jobs = new Map<string, Record<string, unknown>>()
  const upload = (request: ServedRequest): Answer => {
    const name = `files/input${files.size}`
    files.set(name, uploadedContent(request))
    return answerJson({ file: { name, mimeType: 'application/jsonl', state: 'ACTIVE' } })
  }
  const begin = (request: ServedRequest): Answer => {
    const { batch } = JSON.parse(request.body) as { batch: { inputConfig: { file_name: string } } }
    const input = batch.inputConfig.file_name
    const requestCount = String(linesOf(files.get(input) ?? '').length)
    const name = `batches/job-${jobs.size}`
    jobs.set(name, { state: 'BATCH_STATE_PENDING', batchStats: { requestCount }, inputConfig: { fileName: input } })
    return answerJson(operationOf(name))
  }
  const operationOf = (name: string) => ({ name, metadata: { name, ...jobs.get(name) } })
  const finish = (name: string, job: Record<string, unknown>): void => {
    const { fileName } = job['inputConfig'] as { fileName: string }
    const answers = linesOf(files.get(fileName) ?? '').map(answerLine)
    const failedRequestCount = String(answers.filter((line) => line.includes('"error"')).length)
    const successfulRequestCount = String(answers.length - Number(failedRequestCount))
    const responsesFile = name.replace('batches/', 'files/batch-')
    files.set(responsesFile, `${answers.toReversed().join('\n')}\n`)
    const batchStats = { requestCount: String(answers.length), successfulRequestCount, failedRequestCount }
    jobs.set(name, { state: 'BATCH_STATE_SUCCEEDED', batchStats, output: { responsesFile } })
  }
  const route = (request: ServedRequest): Answer => {
    if (request.headers['x-goog-api-key'] !== canaryKey)
      return answerError(400, 'INVALID_ARGUMENT', { details: [errorInfo('API_KEY_INVALID')] })
    const { pathname } = new URL(request.path, 'http://127.0.0.1')
    if (pathname === '/upload/v1beta/files') return upload(request)
    if (pathname === '/v1beta/models/gemini-embedding-001:asyncBatchEmbedContent') return begin(request)
    const [, name = '', isDownload] = /^\/v1beta\/((?:batches|files)\/[\w-]+)(:download)?$/.exec(pathname) ?? []
    const file = files.get(name)
    if (isDownload && file !== undefined) return answerText(file)
    return jobs.has(name) ? answerJson(operationOf(name)) : answerError(404, 'NOT_FOUND')
  }
  return {
    answer: (request, response) => route(request)(request, response),
    files,
    finishJobs: () => {
      for (const [name, job] of jobs) if (job['state'] === 'BATCH_STATE_PENDING') finish(name, job)
    },
  }
}

function linesOf(file: string): RequestLine[] {
  return file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RequestLine]))
}

function answerLine({ key, request }: RequestLine): string {
  const isRefused = request.content.parts[0]?.text.includes('refuse') ?? true
  const error = { code: 3, message: `Refused,\nby \u001B[31m${canaryKey}` }
  return JSON.stringify(
    isRefused ? { key, error } : { key, response: { embedding: { values: valuesOf(request) } } },
  )
}

/** The second part of a `multipart/related` body (RFC 2387). */
function uploadedContent({ headers, body }: ServedRequest): string {
  const [, boundary] = /^multipart\/related; boundary=(\S+)$/.exec(headers['content-type'] ?? '') ?? []
  const [, , content = ''] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return content.slice(content.indexOf('\r\n\r\n') + 4)
}
