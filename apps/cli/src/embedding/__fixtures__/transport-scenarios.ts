import { gzipSync } from 'node:zlib'
import {
  answerText,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  expired,
  gzipBomb,
  otherHost,
  redirectTo,
  reset,
  selfSigned,
  silence,
  stall,
} from '@recallite/test-kit'
import { shortDeadline } from './faulty-memory.js'
import { repetitionsOf } from './key-search.js'
import { atFirst, refusing, type Scenario } from './scenario.js'
import type { Fault } from './played-provider.js'

const bodies = [
  ['other JSON', '{"hello":"world"}'],
  ['an empty list', '[]'],
  ['null', 'null'],
  ['nothing', ''],
  ['an error', '{"error":{"message":"No."}}'],
  ['lists in lists', '['.repeat(1e6)],
  ['a prototype', '{"__proto__":{"data":[{"index":0,"embedding":[1]}]}}'],
] as const

/** Repeats the headers of a request, with the key in every form. */
const echo =
  (status: number): Fault =>
  ({ request: { headers } }) => {
    const values = Object.values(headers).map((value) => String(value).replace(/^Bearer /, ''))
    return answerText(`<p>${values.flatMap(repetitionsOf).join(' ')}`, { status })
  }

/** Faults before there is an answer to read; the tests of the providers cover each format. */
export const transportFaults: readonly Scenario[] = [
  {
    name: '429, Retry-After in seconds',
    fault: atFirst(2, refusing(429, { headers: { 'retry-after': '7' } })),
    stored: 'all',
    waits: 7000,
  },
  { name: '429 without Retry-After', fault: atFirst(3, refusing(429)), stored: 'all' },
  {
    name: '429 for an hour',
    fault: refusing(429, { headers: { 'retry-after': '3600' } }),
    stored: 'none',
    says: /429/,
    maxWait: 60_000,
  },
  {
    name: 'insufficient_quota',
    fault: refusing(429, { message: 'You exceeded your current quota.', word: 'insufficient_quota' }),
    providers: ['openai'],
    stored: 'none',
    says: /quota/,
    maxRequests: 4,
  },
  { name: '401', fault: refusing(401), stored: 'none', says: /key|401/, maxRequests: 4 },
  {
    name: 'an unknown model',
    fault: refusing(404, { message: 'model "it" not found, try pulling it first', word: 'model_not_found' }),
    stored: 'none',
    says: /model/,
    maxRequests: 4,
  },
  { name: '500 forever', fault: refusing(500), stored: 'none', says: /500/ },
  { name: '503 for a moment', fault: atFirst(4, refusing(503)), stored: 'all' },
  {
    name: 'a reset connection',
    fault: () => reset(),
    stored: 'none',
    says: /ECONNRESET|could not be reached/,
  },
  {
    name: 'silence',
    fault: () => silence(),
    hangs: true,
    providers: ['openai'],
    stored: 'none',
    says: new RegExp(`no answer within ${shortDeadline} ms`),
  },
  {
    name: 'a gzip bomb',
    fault: atFirst(4, () => gzipBomb(80)),
    providers: ['openai', 'gemini'],
    stored: 'any',
  },
  { name: 'a body shorter than its length', fault: () => cutLength('{"data":['), stored: 'none' },
  {
    name: 'a redirect to a different host',
    fault: () => redirectTo('https://example.invalid/v1/embeddings', 307),
    stored: 'none',
    says: /redirects to/,
    maxRequests: 4,
  },
  {
    name: 'HTML',
    fault: () => answerText('<!doctype html><title>Sign in to the network</title>'),
    stored: 'none',
    says: /./,
  },
  ...bodies.map(([name, body]): Scenario => ({ name, fault: () => answerText(body), stored: 'none', says: /./ })),
  ...['file:///etc/passwd', 'http://169.254.169.254/latest/meta-data', '/v1/embeddings', '//[::1]:1/'].map(
    (location): Scenario => ({
      name: `a redirect to ${location}`,
      fault: () => redirectTo(location, 308),
      stored: 'none',
      says: /redirects to/,
      maxRequests: 4,
    }),
  ),
  ...['1000000000', '1e9', 'Fri, 31 Dec 9999 23:59:59 GMT'].map(
    (wait): Scenario => ({
      name: `Retry-After: ${wait}`,
      fault: refusing(429, { headers: { 'retry-after': wait } }),
      stored: 'none',
      says: /429/,
      maxWait: 60_000,
    }),
  ),
  {
    name: 'Retry-After: -7',
    fault: atFirst(2, refusing(503, { headers: { 'retry-after': '-7' } })),
    stored: 'all',
  },
  ...[silence(), stall(), stall('', { status: 500 }), drip(' '.repeat(10_000), 20)].map(
    (answer, number): Scenario => ({
      name: `no end, ${['no beginning', 'half an answer', 'half an error', 'single bytes'][number]}`,
      fault: () => answer,
      hangs: true,
      providers: ['gemini'],
      stored: 'none',
      says: new RegExp(`no answer within ${shortDeadline} ms`),
    }),
  ),
  { name: 'a body without end', fault: atFirst(2, () => endlessBody()), stored: 'any' },
  { name: 'a truncated chunked body', fault: () => cutChunk('{"data":['), stored: 'none' },
  ...[
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'x-large': 'x'.repeat(100_000) },
    Object.fromEntries(Array.from({ length: 3_000 }, (_, number) => [`x-${number}`, 'x'])),
  ].map(
    (headers, number): Scenario => ({
      name: ['no gzip', 'no brotli', 'a huge header', 'three thousand headers'][number] ?? '',
      fault: () => answerText('{}', { headers: headers as Record<string, string> }),
      stored: 'none',
      says: /./,
    }),
  ),
  {
    name: 'truncated gzip',
    fault: () => answerText(gzipSync('{"data":[]}'.repeat(99)).subarray(0, -9), { headers: { 'content-encoding': 'gzip' } }),
    stored: 'none',
  },
  ...[204, 206, 304, 999].map((status): Scenario => ({ name: `status ${status}`, fault: () => answerText('', { status }), stored: 'none', says: /./ })),
  ...[400, 401, 429, 500].map((status): Scenario => ({ name: `the key in a refusal (${status})`, fault: echo(status), stored: 'none', says: /./ })),
  { name: 'the key in a web page', fault: echo(200), stored: 'none', says: /./ },
  ...Object.entries({ expired, otherHost, selfSigned }).map(
    ([name, tls]): Scenario => ({
      name: `a certificate, ${name}`,
      fault: () => undefined,
      isFromTheFirst: true,
      tls,
      stored: 'none',
      says: /TLS/,
    }),
  ),
]

