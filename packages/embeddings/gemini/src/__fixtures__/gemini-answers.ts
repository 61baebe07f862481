import { answerJson, type Answer } from '@recallite/test-kit'

/** Contains characters that URLs encode, and has `+` or `/` in base64. */
export const canaryKey = 'AIzaSyCANARY-k+e/y=0123456789_abcdefg~>'

/** The body of `batchEmbedContents`: https://ai.google.dev/api/embeddings#method:-models.batchembedcontents */
export interface BatchEmbedBody {
  readonly requests: readonly EmbedContentBody[]
}

/** An `EmbedContentRequest`. */
export interface EmbedContentBody {
  readonly model: string
  readonly content: { readonly parts: readonly { readonly text: string }[] }
  readonly taskType?: string
  readonly outputDimensionality?: number
}

/** An error of the API: https://ai.google.dev/gemini-api/docs/troubleshooting and `google.rpc.Status`. */
export function answerError(code: number, status: string, more: ErrorMore = {}): Answer {
  const { message = `It is ${status}.`, details = [], headers = {} } = more
  return answerJson({ error: { code, message, status, details } }, { status: code, headers })
}

export interface ErrorMore {
  readonly message?: string
  readonly details?: readonly Readonly<Record<string, unknown>>[]
  readonly headers?: Readonly<Record<string, string>>
}

/** `google.rpc.RetryInfo`. */
export function retryInfo(retryDelay: string): Record<string, unknown> {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }
}

/** `google.rpc.ErrorInfo`. */
export function errorInfo(reason: string): Record<string, unknown> {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
}

/** Answers valid calls of `batchEmbedContents`, and rejects what the API rejects. */
export function answerWell(): Answer {
  return (request, response) => {
    if (request.headers['x-goog-api-key'] !== canaryKey)
      return answerError(400, 'INVALID_ARGUMENT', { details: [errorInfo('API_KEY_INVALID')] })(
        request,
        response,
      )
    const { requests } = JSON.parse(request.body) as BatchEmbedBody
    const fault = faultOf(requests)
    const answer = fault
      ? answerError(400, 'INVALID_ARGUMENT', { message: fault })
      : answerJson({ embeddings: requests.map((each) => ({ values: valuesOf(each) })) })
    return answer(request, response)
  }
}

function faultOf(requests: readonly EmbedContentBody[]): string | undefined {
  if (requests.length > 100) return 'at most 100 requests can be in one batch'
  const texts = requests.map((each) => each.content.parts.map(({ text }) => text).join(''))
  if (texts.some((text) => text.trim() === '')) return 'The text content is empty.'
  return texts.every((text) => text.isWellFormed()) ? undefined : 'Invalid JSON payload received.'
}

/** A vector that depends on the whole request, not of length 1. */
export function valuesOf({ content, taskType = '', outputDimensionality = 3072 }: EmbedContentBody): number[] {
  const text = `${taskType} ${content.parts.map((part) => part.text).join('')}`
  const values = Array.from({ length: outputDimensionality }, () => 0)
  for (let position = 0; position < text.length; position += 1) {
    const mixed = Math.imul(text.charCodeAt(position) + 31 * position, 0x9e3779b1) >>> 0
    const slot = mixed % outputDimensionality
    values[slot] = (values[slot] ?? 0) + (mixed & 0x100 ? 0.125 : -0.125)
  }
  return values
}
