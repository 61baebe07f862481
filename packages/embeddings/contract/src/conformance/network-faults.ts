import type { EmbeddingErrorCode } from '../errors.js'

/** A network failure and the error that it must cause. */
export interface NetworkFault {
  readonly name: string
  /** `echo` is what a careless server repeats of the request: the key, in many forms. */
  readonly answer: (echo: string) => Response | Promise<Response>
  readonly code: EmbeddingErrorCode
  readonly isRetryable?: boolean
  /** In milliseconds. */
  readonly retryAfter?: number
}

export const json = { 'Content-Type': 'application/json' }
const html = { 'Content-Type': 'text/html' }

/**
 * The forms in which a careless server may repeat a secret: raw, URL-encoded, and in base64 and base64url, with or without
 * a prefix.
 */
export function formsOf(secret: string): string[] {
  const bytes = [secret, `Bearer ${secret}`, `:${secret}`, `me:${secret}`].map((text) => Buffer.from(text))
  const encoded = bytes.flatMap((each) => [each.toString('base64'), each.toString('base64url')])
  return [secret, encodeURIComponent(secret), ...encoded]
}

const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE' } as const
const later = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true } as const
const tooLarge = { code: 'EMBEDDING_REQUEST_TOO_LARGE' } as const
const invalid = { code: 'EMBEDDING_REQUEST_INVALID' } as const
const unusable = { code: 'EMBEDDING_RESPONSE_INVALID' } as const

/** A failure in JSON, in the format that most providers share. */
function refusing(status: number, error: object = {}, headers: Record<string, string> = {}) {
  return (echo: string) =>
    Response.json({ error: { message: `Refused: ${echo}`, ...error } }, { status, headers })
}

function page(status: number, type: Record<string, string> = html): NetworkFault['answer'] {
  return (echo) => new Response(`<html>${echo}</html>`, { status, headers: type })
}

function empty(status: number): NetworkFault['answer'] {
  return () => new Response(null, { status })
}

const waitFor = (seconds: string) => ({ 'Retry-After': seconds })
const noQuota = { type: 'insufficient_quota', code: 'insufficient_quota' }

const refusals: readonly NetworkFault[] = [
  { name: 'a rejected key', answer: refusing(401), ...unavailable },
  { name: 'a rejected key without a message', answer: empty(401), ...unavailable },
  { name: 'a missing payment', answer: refusing(402), ...unavailable },
  { name: 'a forbidden model', answer: refusing(403), ...unavailable },
  {
    name: 'a forbidden model that timed out',
    answer: refusing(403, { message: 'timed out' }),
    ...unavailable,
  },
  { name: 'an unknown model', answer: refusing(404), ...unavailable },
  { name: 'an unknown address', answer: page(404), ...unavailable },
  { name: 'a method that is not allowed', answer: refusing(405), ...unavailable },
  { name: 'a method that is not implemented', answer: refusing(501), ...unavailable },
  { name: 'a rejected text', answer: refusing(400), ...invalid },
  { name: 'a text that cannot be processed', answer: refusing(422), ...invalid },
  { name: 'a request that is too large', answer: page(413), ...tooLarge },
  {
    name: 'a text that exceeds the context',
    answer: refusing(400, { message: 'the input length exceeds the context length' }),
    ...tooLarge,
  },
  { name: 'an exhausted quota', answer: refusing(429, noQuota, waitFor('7')), ...unavailable },
  { name: 'too many requests', answer: refusing(429), ...later },
  { name: 'too many requests, in HTML', answer: page(429), ...later },
  { name: 'a wait of seconds', answer: refusing(429, {}, waitFor('7')), ...later, retryAfter: 7000 },
  {
    name: 'a wait until a date',
    answer: refusing(429, {}, waitFor('Thu, 01 Jan 2026 12:00:20 GMT')),
    ...later,
    retryAfter: 20_000,
  },
  { name: 'a wait of unknown length', answer: refusing(429, {}, waitFor('soon')), ...later },
  { name: 'a timeout of the server', answer: refusing(408), ...later },
  { name: 'a broken server', answer: refusing(500), ...later },
  {
    name: 'an error in broken JSON',
    answer: () => new Response('{"error":{"mess', { status: 500 }),
    ...later,
  },
  { name: 'a broken gateway', answer: page(502), ...later },
  { name: 'an overloaded server', answer: refusing(503, {}, waitFor('2')), ...later, retryAfter: 2000 },
  {
    name: 'an overloaded server that timed out',
    answer: refusing(503, { message: 'upstream timed out' }, waitFor('2')),
    ...later,
    retryAfter: 2000,
  },
  { name: 'a gateway timeout', answer: empty(504), ...later },
  { name: 'a status of Cloudflare', answer: refusing(529), ...later },
]

/** Fails like Node's `fetch`. */
function failing(code: string): NetworkFault['answer'] {
  return (echo) => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} ${echo}`), { code }) })
  }
}

function throwing(error: (echo: string) => unknown): NetworkFault['answer'] {
  return (echo) => {
    throw error(echo)
  }
}

const connections: readonly NetworkFault[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map((code) => ({
    name: code,
    answer: failing(code),
    ...later,
  })),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) => ({
    name: code,
    answer: failing(code),
    ...unavailable,
  })),
  {
    name: 'an error that contains the key',
    answer: throwing((echo) => new TypeError(`invalid header: ${echo}`)),
    code: 'EMBEDDING_REQUEST_FAILED',
  },
  {
    name: 'a thrown text',
    answer: throwing((echo) => echo),
    code: 'EMBEDDING_REQUEST_FAILED',
  },
]

function beginning(rest: (controller: ReadableStreamDefaultController) => void, status = 200) {
  const body = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('{"error":'))
    rest(controller)
  }
  return () => new Response(new ReadableStream({ start: body }), { status, headers: json })
}

const cut = Object.assign(new TypeError('terminated'), { code: 'UND_ERR_SOCKET' })
const megabyte = new Uint8Array(2 ** 20).fill(0x20)
const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(megabyte) })

const bodies: readonly NetworkFault[] = [
  { name: 'silence', answer: () => new Promise(() => {}), ...later },
  { name: 'only headers', answer: () => new Response(new ReadableStream(), { headers: json }), ...later },
  { name: 'half of an answer', answer: beginning(() => {}), ...later },
  { name: 'half of an error', answer: beginning(() => {}, 500), ...later },
  { name: 'a cut answer', answer: beginning((controller) => controller.error(cut)), ...later },
  { name: 'a body without end', answer: () => new Response(endless(), { headers: json }), ...unusable },
  { name: 'a web page', answer: page(200), ...unusable },
  { name: 'a web page with the content type of JSON', answer: page(200, json), ...unusable },
  { name: 'an answer without content', answer: empty(204), ...unusable },
]

const targets = [
  'https://elsewhere.example/v1',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '/v2/embeddings',
]

function redirecting(status: number, location: (echo: string) => string): NetworkFault['answer'] {
  return (echo) => new Response('', { status, headers: { Location: location(echo) } })
}

const redirects: readonly NetworkFault[] = [
  ...targets.map((target) => ({ name: `a redirect to ${target}`, answer: redirecting(307, () => target) })),
  ...[301, 302, 303, 308].map((status) => ({
    name: `a redirect with ${status}`,
    answer: redirecting(status, () => 'https://elsewhere.example'),
  })),
  {
    name: 'a redirect to a host named like the key',
    answer: redirecting(307, (echo) => `https://elsewhere.example/?${encodeURIComponent(echo)}`),
  },
].map((fault) => ({ ...fault, ...unavailable }))

/** Failures that do not depend on the provider: refusals, broken connections, bodies and redirects. */
export const networkFaults: readonly NetworkFault[] = [...refusals, ...connections, ...bodies, ...redirects]
