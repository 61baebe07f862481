import {
  answerText,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  gzipBomb,
  redirectTo,
  reset,
  silence,
  stall,
} from '@recallite/test-kit'
import { shortDeadline } from './faulty-memory.js'
import { refuse, type Fault } from './played-provider.js'
import type { Scenario } from './scenario.js'

const hosted = ['openai', 'gemini'] as const

/** The answer of the first few requests only. */
function atFirst(times: number, fault: Fault): Fault {
  return (ask) => (ask.number < times ? fault(ask) : undefined)
}

const busy =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (ask) =>
    refuse(ask, status, { headers })

const inThreeSeconds = () => new Date(Date.now() + 3_000).toUTCString()

const tooFast: readonly Scenario[] = [
  { name: '429, Retry-After in seconds', fault: atFirst(2, busy(429, { 'retry-after': '7' })), stored: 'all', waits: 7000 },
  {
    name: '429, Retry-After as a date',
    fault: (ask) => atFirst(1, busy(429, { 'retry-after': inThreeSeconds() }))(ask),
    stored: 'all',
    waits: 1000,
  },
  { name: '429 without Retry-After', fault: atFirst(3, busy(429)), stored: 'all' },
  { name: '429 for ever', fault: busy(429), stored: 'none', says: /429/ },
  { name: '429 for an hour', fault: busy(429, { 'retry-after': '3600' }), stored: 'none', says: /429/, mostWait: 60_000 },
]

const terminal: readonly Scenario[] = [
  {
    name: 'insufficient_quota',
    fault: (ask) => refuse(ask, 429, { message: 'You exceeded your current quota.', word: 'insufficient_quota' }),
    providers: ['openai'],
    stored: 'none',
    says: /quota/,
    mostRequests: 4,
  },
  { name: '401', fault: busy(401), stored: 'none', says: /key|401/, mostRequests: 4 },
  { name: '403', fault: busy(403), stored: 'none', says: /403/, mostRequests: 4 },
  {
    name: 'an unknown model',
    fault: (ask) => refuse(ask, 404, { message: 'model "it" not found, try pulling it first', word: 'model_not_found' }),
    stored: 'none',
    says: /model/,
    mostRequests: 4,
  },
]

const down: readonly Scenario[] = [
  ...[500, 502, 503, 504].map((status) => ({
    name: `${status} for ever`,
    fault: busy(status),
    stored: 'none' as const,
    says: new RegExp(String(status)),
  })),
  ...[500, 503].map((status) => ({
    name: `${status} for a moment`,
    fault: atFirst(4, busy(status)),
    stored: 'all' as const,
  })),
  { name: 'a reset connection', fault: () => reset(), stored: 'none', says: /ECONNRESET|could not be asked/ },
  { name: 'connections that are reset for a moment', fault: atFirst(4, () => reset()), stored: 'all' },
]

/** Each costs the deadline of a request, in real time. */
const slow: readonly Scenario[] = (
  [
    ['silence', silence()],
    ['one byte now and then', drip(' '.repeat(10_000), 20)],
    ['headers, then nothing', stall()],
  ] as const
).map(([name, answer]) => ({
  name,
  fault: () => answer,
  hangs: true,
  providers: ['openai'],
  stored: 'none',
  says: new RegExp(`no answer within ${shortDeadline} ms`),
}))

const broken: readonly Scenario[] = [
  { name: 'a body without end', fault: atFirst(4, () => endlessBody()), providers: ['openai'], stored: 'any' },
  { name: 'a gzip bomb', fault: atFirst(4, () => gzipBomb(80)), providers: hosted, stored: 'any' },
  { name: 'a body cut in a chunk', fault: () => cutChunk('{"object":"list","data":['), stored: 'none' },
  { name: 'a body shorter than its length', fault: () => cutLength('{"data":['), stored: 'none' },
  ...(
    [
      ['another host', 'https://example.invalid/v1/embeddings', 307],
      ['the metadata service', 'http://169.254.169.254/latest/meta-data/', 302],
      ['a file', 'file:///etc/passwd', 308],
      ['itself', '/v1/embeddings', 301],
    ] as const
  ).map(([to, location, status]) => ({
    name: `a redirect to ${to}`,
    fault: () => redirectTo(location, status),
    stored: 'none' as const,
    says: /redirects to/,
    mostRequests: 4,
  })),
  ...(
    [
      ['HTML', '<!doctype html><title>Sign in to the network</title>'],
      ['JSON cut short', '{"object":"list","data":[{"object":"embedding","index":0,"embe'],
      ['nothing at all', ''],
      ['other JSON', '{"hello":"world"}'],
      ['a null', 'null'],
    ] as const
  ).map(([what, body]) => ({ name: what, fault: () => answerText(body), stored: 'none' as const, says: /./ })),
]

/** What goes wrong before there is an answer to read. */
export const transportFaults: readonly Scenario[] = [...tooFast, ...terminal, ...down, ...slow, ...broken]
