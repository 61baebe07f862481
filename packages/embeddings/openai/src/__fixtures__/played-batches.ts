import { answerJson, answerText, type Answer, type ServedRequest } from '@recallite/test-kit'
import { batch, errorBody, uploadedFile } from './documented-answers.js'

/** The state of the simulated Batch API. */
export interface PlayedBatch {
  /** Changes to a new batch. */
  readonly batch?: Partial<typeof batch>
  /** Result files by id, as text. */
  readonly files?: Readonly<Record<string, string>>
}

/** The Batch API with one job. */
export function playBatches({ batch: changes = {}, files = {} }: PlayedBatch = {}): Answer {
  return (served, response) => {
    const answer = answerTo(served, { ...batch, ...changes }, files)
    return answer(served, response)
  }
}

function answerTo({ method, path }: ServedRequest, job: object, files: Readonly<Record<string, string>>): Answer {
  if (method === 'POST' && path === '/v1/files') return answerJson(uploadedFile)
  if (method === 'POST' && path === '/v1/batches') return answerJson(job)
  if (method === 'GET' && path === `/v1/batches/${batch.id}`) return answerJson(job)
  const file = files[/^\/v1\/files\/([^/]+)\/content$/.exec(path)?.[1] ?? '']
  if (file !== undefined) return answerText(file, { headers: { 'content-type': 'application/octet-stream' } })
  return answerJson(errorBody({ message: `No batch found with id '${path}'.` }), { status: 404 })
}

/** The lines of a file. */
export function jsonLines(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** The uploaded file, extracted from the form. */
export function uploadedLines(body: string): unknown[] {
  const lines = body.split('\r\n').flatMap((part) => part.split('\n'))
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as unknown)
}
