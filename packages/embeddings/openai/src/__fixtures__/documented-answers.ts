/*
 * The answers of OpenAI's API, according to its documentation:
 * https://platform.openai.com/docs/api-reference/embeddings/object
 * https://platform.openai.com/docs/api-reference/files/object
 * https://platform.openai.com/docs/api-reference/batch/object
 * https://platform.openai.com/docs/api-reference/batch/request-output
 * https://platform.openai.com/docs/guides/error-codes/api-errors
 */

/** An entry of the list that `POST /embeddings` answers with. */
export interface WireEmbedding {
  readonly object: 'embedding'
  readonly index: unknown
  readonly embedding: unknown
}

/** The answer of `POST /embeddings`. */
export function embeddingList(data: readonly unknown[]): object {
  const usage = { prompt_tokens: 8, total_tokens: 8 }
  return { object: 'list', data, model: 'text-embedding-3-small', usage }
}

/** The body of a status other than 200. */
export function errorBody(error: { message: string; type?: string; code?: string | null; param?: string | null }): object {
  return { error: { type: 'invalid_request_error', param: null, code: null, ...error } }
}

/** The answer of `POST /files`. */
export const uploadedFile = {
  id: 'file-abc123',
  object: 'file',
  bytes: 120000,
  created_at: 1677610602,
  filename: 'texts.jsonl',
  purpose: 'batch',
}

/** The answer of `POST /batches` and `GET /batches/{id}`. */
export const batch = {
  id: 'batch_abc123',
  object: 'batch',
  endpoint: '/v1/embeddings',
  errors: null as unknown,
  input_file_id: 'file-abc123',
  completion_window: '24h',
  status: 'validating',
  output_file_id: null as string | null,
  error_file_id: null as string | null,
  created_at: 1711471533,
  in_progress_at: null,
  expires_at: 1711557933,
  finalizing_at: null,
  completed_at: null,
  failed_at: null,
  expired_at: null,
  cancelling_at: null,
  cancelled_at: null,
  request_counts: { total: 0, completed: 0, failed: 0 },
  metadata: null,
}

/** A line of an output file, for a text that was answered. */
export function outputLine(key: string, body: unknown, status = 200): object {
  return {
    id: `batch_req_${key}`,
    custom_id: key,
    response: { status_code: status, request_id: 'req_c187b3', body },
    error: null,
  }
}

/** A line of an error file, for a text that was not sent to the model. */
export function errorLine(key: string, error: { code: string; message: string }): object {
  return { id: `batch_req_${key}`, custom_id: key, response: null, error }
}
