import type { EmbeddingErrorCode } from '../../errors.js'

/** As documented at https://platform.openai.com/docs/guides/error-codes. */
export const openaiFailure = (message: string, code: string | null = null, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code, ...more },
})
/** As documented at https://ai.google.dev/gemini-api/docs/troubleshooting and google/rpc/error_details.proto. */
const google = (status: string, message: string, details: object[] = []) => ({
  error: { message, status, details },
})
const retryInfo = (retryDelay: string) => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay,
})
const quota = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId }],
})
const reasonIs = (reason: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
})

const unavailable = 'EMBEDDING_MODEL_UNAVAILABLE'
const failed = 'EMBEDDING_REQUEST_FAILED'
const tooLarge = 'EMBEDDING_REQUEST_TOO_LARGE'
const invalid = 'EMBEDDING_REQUEST_INVALID'
const unusable = 'EMBEDDING_RESPONSE_INVALID'

/** Statuses and bodies with the expected error; the bodies of those with `retryAfter` contain the delay. */
export const providerFailures: readonly [status: number, body: unknown, code: EmbeddingErrorCode, words: RegExp, retryAfter?: number][] = [
  // OpenAI
  [
    401,
    openaiFailure('Incorrect API key provided: sk-CANA***7890.', 'invalid_api_key'),
    unavailable,
    /accept the key/,
  ],
  [
    403,
    openaiFailure('Country, region, or territory not supported', 'unsupported_country_region_territory'),
    unavailable,
    /territory/,
  ],
  [403, openaiFailure('Project does not have access to model `x`', 'model_not_found'), unavailable, /does not let/],
  [
    404,
    openaiFailure('The model `x` does not exist or you do not have access to it.', 'model_not_found'),
    unavailable,
    /have the model.*`x`/,
  ],
  [400, openaiFailure('invalid model ID', null), unavailable, /have the model/],
  [
    400,
    openaiFailure('This model does not support specifying dimensions.', null, { param: 'dimensions' }),
    unavailable,
    /settings/,
  ],
  [
    429,
    openaiFailure('Rate limit reached for requests', 'rate_limit_exceeded', { type: 'requests' }),
    failed,
    /try again later/,
  ],
  [
    429,
    openaiFailure(
      'You exceeded your current quota, please check your plan',
      'insufficient_quota', { type: 'insufficient_quota' }),
    unavailable,
    /quota/,
  ],
  [429, openaiFailure('Billing hard limit has been reached', 'billing_hard_limit_reached'), unavailable, /quota/],
  [
    400,
    openaiFailure("This model's maximum context length is 8192 tokens, however you requested 9000 tokens"),
    tooLarge,
    /8192/,
  ],
  [
    400,
    openaiFailure(
      "Invalid 'input': array too long. Expected an array with maximum length 2048",
      'array_above_max_length',
    ),
    tooLarge,
    /2048/,
  ],
  [
    400,
    openaiFailure('Requested 400000 tokens, max 300000 tokens per request', 'max_tokens_per_request'),
    tooLarge,
    /300000/,
  ],
  [400, openaiFailure("'$.input' is invalid. Please check the API reference"), invalid, /leave out the text/],
  [400, openaiFailure("Invalid 'input[3]': input cannot be an empty string."), invalid, /input\[3\]/],
  [
    500,
    openaiFailure('The server had an error while processing your request', null, { type: 'server_error' }),
    failed,
    /status 500/,
  ],
  [
    503,
    openaiFailure('The engine is currently overloaded, please try again later', null, { type: 'server_error' }),
    failed,
    /overloaded/,
  ],
  // Gemini
  [
    400,
    google('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      reasonIs('API_KEY_INVALID'),
    ]),
    unavailable,
    /accept the key/,
  ],
  [
    400,
    google('FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    unavailable,
    /region/,
  ],
  [
    403,
    google('PERMISSION_DENIED', 'Generative Language API has not been used'),
    unavailable,
    /does not let/,
  ],
  [
    404,
    google('NOT_FOUND',
      'models/x is not found for API version v1beta, or is not supported for embedContent.',
    ),
    unavailable,
    /have the model/,
  ],
  [
    429,
    google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      quota('EmbedContentRequestsPerMinutePerProject-FreeTier'),
      retryInfo('34.074824224s'),
    ]),
    failed,
    /later/,
    34_075,
  ],
  [
    429,
    google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      quota('EmbedContentRequestsPerDayPerProject-FreeTier'),
      retryInfo('34s'),
    ]),
    unavailable,
    /quota/,
  ],
  [
    400,
    google('INVALID_ARGUMENT',
      '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch',
    ),
    tooLarge,
    /at most 100/,
  ],
  [
    400,
    google('INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
    tooLarge,
    /20971520/,
  ],
  [
    400,
    google('INVALID_ARGUMENT',
      'The input token count exceeds the maximum number of tokens allowed 2048.',
    ),
    tooLarge,
    /2048/,
  ],
  [400, google('INVALID_ARGUMENT', 'content is empty'), invalid, /empty/],
  [
    503,
    google('UNAVAILABLE', 'The model is overloaded.', [retryInfo('2s')]),
    failed,
    /overloaded/,
    2000,
  ],
  [500, [google('INTERNAL', 'An internal error has occurred.')], failed, /internal error/],
  // Ollama
  [
    404,
    { error: 'model "nomic-embed-text" not found, try pulling it first' },
    unavailable,
    /have the model.*try pulling it/,
  ],
  [400, { error: 'input length exceeds maximum context length' }, tooLarge, /context length/],
  [400, { error: 'the input length exceeds the context length' }, tooLarge, /context length/],
  [400, { error: 'this model does not support embeddings' }, unavailable, /does not (have|support)|model/],
  [400, { error: 'invalid input type' }, invalid, /invalid input type/],
  [500, { error: 'llama runner process has terminated: signal: killed' }, failed, /terminated/],
  [503, { error: 'server busy, please try again. maximum pending requests exceeded' }, failed, /server busy/],
  // Compatible servers: llama.cpp, text-embeddings-inference, FastAPI, proxies.
  [
    500,
    openaiFailure('input is too large to process. increase the physical batch size', null, { type: 'server_error' }),
    tooLarge,
    /physical batch size/,
  ],
  [
    413,
    {
      error: 'Input validation error: `inputs` must have less than 512 tokens. Given: 700',
      error_type: 'Validation',
    },
    tooLarge,
    /512/,
  ],
  [413, '<html><body>413 Request Entity Too Large</body></html>', tooLarge, /send less\.$/],
  [422, { detail: [{ loc: ['body', 'input'], msg: 'field required' }] }, invalid, /rejected the request/],
  [404, { detail: 'Not Found' }, unavailable, /base URL.*Not Found/],
  [404, '404 page not found', unavailable, /base URL/],
  [402, { error: { message: 'Insufficient credits' } }, unavailable, /quota/],
  [405, '', unavailable, /base URL/],
  [407, '', unavailable, /base URL/],
  [501, '', unavailable, /base URL/],
  [408, '', failed, /status 408/],
  [502, '<!doctype html><h1>Bad gateway</h1>', failed, /try again later\.$/],
  [504, 'upstream request timeout', failed, /upstream request timeout/],
  [529, '', failed, /status 529/],
  [200, '<html>Sign in to the hotel network</html>', unusable, /other than embeddings/],
  [200, openaiFailure('It went wrong after all'), unusable, /went wrong after all/],
]
