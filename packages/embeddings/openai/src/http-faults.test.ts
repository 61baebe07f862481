import { answerJson, answerText, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createModel, failureOf } from './__fixtures__/create-model.js'
import { errorBody } from './__fixtures__/documented-answers.js'
import { expectNoKey } from './__fixtures__/expect-no-key.js'
import { canaryKey } from './__fixtures__/played-openai.js'

const now = () => Date.parse('2026-01-02T03:04:05Z')

/** The key in all the forms that a careless server repeats. */
const echoed = `${canaryKey} ${encodeURIComponent(canaryKey)} ${btoa(canaryKey)} ${btoa(`Bearer ${canaryKey}`)}`

type Fields = Omit<Parameters<typeof errorBody>[0], 'message'> & { message?: string }

function refusal(
  status: number,
  { message = '', ...fields }: Fields = {},
  headers: Record<string, string> = {},
): Answer {
  return answerJson(errorBody({ message: `${message} You sent: ${echoed}`, ...fields }), { status, headers })
}

const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }
const later = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
const tooLarge = { code: 'EMBEDDING_REQUEST_TOO_LARGE', isRetryable: false }
const badText = { code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false }

const busy: Fields = {
  message: 'Rate limit reached for text-embedding-3-small.',
  type: 'tokens',
  code: 'rate_limit_exceeded',
}
const noQuota: Fields = {
  message: 'You exceeded your current quota.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
}

const faults: readonly (readonly [name: string, answer: Answer, expected: object])[] = [
  ['429 that does not say when', refusal(429, busy), { ...later, retryAfter: undefined }],
  ['429 with seconds', refusal(429, busy, { 'retry-after': '7' }), { ...later, retryAfter: 7000 }],
  [
    '429 with a date',
    refusal(429, busy, { 'retry-after': 'Fri, 02 Jan 2026 03:04:25 GMT' }),
    { ...later, retryAfter: 20_000 },
  ],
  [
    '429 with nonsense',
    refusal(429, busy, { 'retry-after': canaryKey }),
    { ...later, retryAfter: undefined },
  ],
  [
    '429 in HTML',
    answerText('<h1>Slow down</h1>', { status: 429, headers: { 'content-type': 'text/html' } }),
    later,
  ],
  [
    '429 insufficient_quota',
    refusal(429, noQuota, { 'retry-after': '7' }),
    { ...unavailable, retryAfter: undefined },
  ],
  ['401', refusal(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }), unavailable],
  ['401 without a body', answerText('', { status: 401 }), unavailable],
  [
    '403',
    refusal(403, {
      message: 'Country, region, or territory not supported.',
      code: 'unsupported_country_region_territory',
    }),
    unavailable,
  ],
  [
    '404 for the model',
    refusal(404, {
      message: 'The model `x` does not exist or you do not have access to it.',
      code: 'model_not_found',
    }),
    unavailable,
  ],
  [
    '404 for the address',
    answerText('<html>404 page not found</html>', { status: 404, headers: { 'content-type': 'text/html' } }),
    unavailable,
  ],
  ['400 for the model', refusal(400, { message: 'invalid model ID', code: 'model_not_found' }), unavailable],
  [
    '400 for dimensions',
    refusal(400, { message: 'This model does not support specifying dimensions.', param: 'dimensions' }),
    unavailable,
  ],
  ['405', answerText('Method Not Allowed', { status: 405 }), unavailable],
  [
    '400 for the length',
    refusal(400, {
      message: "This model's maximum context length is 8192 tokens, however you requested 9002 tokens.",
    }),
    tooLarge,
  ],
  [
    '400 for too many texts',
    refusal(400, {
      message: "Invalid 'input': array too long. Expected an array with maximum length 2048.",
      code: 'array_above_max_length',
    }),
    tooLarge,
  ],
  [
    '400 for too many tokens',
    refusal(400, {
      message: 'Requested 309121 tokens, max 300000 tokens per request',
      code: 'max_tokens_per_request',
    }),
    tooLarge,
  ],
  ['413', answerText('Payload Too Large', { status: 413 }), tooLarge],
  ['400 for a text', refusal(400, { message: "'$.input' is invalid." }), badText],
  ['422', refusal(422, { message: 'Input should be a valid string' }), badText],
  [
    '500',
    refusal(500, { message: 'The server had an error while processing your request.', type: 'server_error' }),
    later,
  ],
  [
    '502 in HTML',
    answerText(`<html>${echoed}</html>`, { status: 502, headers: { 'content-type': 'text/html' } }),
    later,
  ],
  [
    '503 with seconds',
    refusal(503, { message: 'The engine is currently overloaded.' }, { 'retry-after': '2' }),
    { ...later, retryAfter: 2000 },
  ],
  // The SDK takes such words for a timeout of its own and forgets the rest.
  [
    '503 that speaks of a timeout',
    refusal(503, { message: 'upstream timed out' }, { 'retry-after': '2' }),
    { ...later, retryAfter: 2000 },
  ],
  ['403 that speaks of a timeout', refusal(403, { message: 'The session has timed out.' }), unavailable],
  ['504 without a body', answerText('', { status: 504 }), later],
  ['408', refusal(408), later],
  ['529', refusal(529), later],
  ['an error in broken JSON', answerText('{"error":{"mess', { status: 500 }), later],
]

describe('an answer that refuses', () => {
  it.each(faults)('%s', async (_, answer, expected) => {
    const { model, server } = await createModel(answer, { now })
    const failure = await failureOf(model.embed({ texts: ['a', 'b'], role: 'document' }))
    expect(failure).toMatchObject({ name: 'EmbeddingError', ...expected })
    expect(String(failure)).toContain(new URL(server.url).host)
    expect(String(failure)).not.toContain('\n')
    expectNoKey(failure, canaryKey)
    expect(server.requests).toHaveLength(1)
  })

  it('is told in the words of the server', async () => {
    const { model } = await createModel(refusal(400, { message: "'$.input' is invalid." }))
    const failure = await failureOf(model.embed({ texts: ['a'], role: 'query' }))
    expect(String(failure)).toContain("'$.input' is invalid. You sent: [secret]")
  })

  it('does not cut its words in the middle of the key', async () => {
    const message = `${'x'.repeat(280)} ${canaryKey} ${canaryKey}`
    const { model } = await createModel(answerJson(errorBody({ message }), { status: 500 }))
    const failure = await failureOf(model.embed({ texts: ['a'], role: 'query' }))
    expect(String(failure)).toContain('xxx [secret]')
    expect(String(failure)).not.toContain('CANARY')
  })
})
