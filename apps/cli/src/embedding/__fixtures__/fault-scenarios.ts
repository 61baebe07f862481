import { answerText, cutLength, gzipBomb, redirectTo, reset, silence } from '@recallite/test-kit'
import { noteCount, shortDeadline, wordOf } from './faulty-memory.js'
import { answerVectors, refuse, type Ask, type Fault } from './played-provider.js'
import { vectorOf } from './text-vector.js'
import { looseJson, openAIList, type OpenAIEntry, type PlayedName } from './wire.js'

/** One way in which a provider fails, and what must come of it. */
export interface Scenario {
  readonly name: string
  readonly fault: Fault
  /** Whether the first request meets it, which asks for the canary alone; default false. */
  readonly isFromTheFirst?: boolean
  /** Whether an answer may never end, and the deadline is waited for; default false. */
  readonly hangs?: boolean
  /** Default: all that are played. */
  readonly providers?: readonly PlayedName[]
  /** How many texts have their vector after the first run; `any`: it does not matter. */
  readonly stored: 'all' | 'none' | 'any' | number
  /** What the run says of the texts that have none. */
  readonly says?: RegExp
  /** The most requests with texts in the first run. */
  readonly mostRequests?: number
  /** The least that was waited, in milliseconds. */
  readonly waits?: number
  /** The longest single wait, in milliseconds. */
  readonly mostWait?: number
}

/** The answer of the first few requests only. */
const atFirst =
  (times: number, fault: Fault): Fault =>
  (ask) =>
    ask.number < times ? fault(ask) : undefined

const refusing =
  (status: number, more: { message?: string; word?: string; headers?: Record<string, string> } = {}): Fault =>
  (ask) =>
    refuse(ask, status, more)

/** What goes wrong before there is an answer to read; the tests of the providers have each way to write it. */
const transportFaults: readonly Scenario[] = [
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
    mostWait: 60_000,
  },
  {
    name: 'insufficient_quota',
    fault: refusing(429, { message: 'You exceeded your current quota.', word: 'insufficient_quota' }),
    providers: ['openai'],
    stored: 'none',
    says: /quota/,
    mostRequests: 4,
  },
  { name: '401', fault: refusing(401), stored: 'none', says: /key|401/, mostRequests: 4 },
  {
    name: 'an unknown model',
    fault: refusing(404, { message: 'model "it" not found, try pulling it first', word: 'model_not_found' }),
    stored: 'none',
    says: /model/,
    mostRequests: 4,
  },
  { name: '500 for ever', fault: refusing(500), stored: 'none', says: /500/ },
  { name: '503 for a moment', fault: atFirst(4, refusing(503)), stored: 'all' },
  {
    name: 'a reset connection',
    fault: () => reset(),
    stored: 'none',
    says: /ECONNRESET|could not be asked/,
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
    name: 'a redirect to another host',
    fault: () => redirectTo('https://example.invalid/v1/embeddings', 307),
    stored: 'none',
    says: /redirects to/,
    mostRequests: 4,
  },
  {
    name: 'HTML',
    fault: () => answerText('<!doctype html><title>Sign in to the network</title>'),
    stored: 'none',
    says: /./,
  },
  { name: 'other JSON', fault: () => answerText('{"hello":"world"}'), stored: 'none', says: /./ },
]

const ownVectors = ({ texts }: Ask): number[][] => texts.map((text) => vectorOf(text))
const isOf = (text: string, note: number) => text.includes(wordOf(note))
const same = () => vectorOf('always the same')

/** Every vector is spoilt. */
const all =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(ask.wire, ownVectors(ask).map(spoil))

/** The vector of one note is spoilt, in whatever request it comes. */
const one =
  (spoil: (vector: number[]) => unknown): Fault =>
  (ask) =>
    answerVectors(
      ask.wire,
      ask.texts.map((text) => (isOf(text, 11) ? spoil(vectorOf(text)) : vectorOf(text))),
    )

const spoilt: readonly (readonly [what: string, spoil: (vector: number[]) => unknown])[] = [
  ['null', () => null],
  ['1e999 in it', (vector) => ['@1e999@', ...vector.slice(1)]],
  ['zeros alone', (vector) => vector.map(() => 0)],
  ['a number too few', (vector) => vector.slice(1)],
]

const vectorFaults: readonly Scenario[] = [
  ...spoilt.flatMap(([what, spoil]): Scenario[] => [
    { name: `vectors with ${what}`, fault: all(spoil), stored: 'none', says: /./ },
    { name: `one vector with ${what}`, fault: one(spoil), stored: noteCount - 1, says: /./ },
  ]),
  {
    name: 'the canary’s vector for everything',
    fault: all(same),
    isFromTheFirst: true,
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'one vector for all texts, but not the canary’s, and none for one of them',
    fault: ({ texts, wire }) =>
      texts.length < 4
        ? undefined
        : answerVectors(
            wire,
            texts.map((_, number) => (number === 2 ? null : same())),
          ),
    providers: ['openai', 'gemini'],
    stored: 'none',
    says: /one and the same vector/,
  },
  {
    name: 'another length in every other answer',
    fault: (ask) => (ask.number % 2 === 0 ? all((vector) => [...vector, ...vector])(ask) : undefined),
    stored: 'any',
  },
  {
    name: 'a vector too few',
    fault: (ask) => answerVectors(ask.wire, ownVectors(ask).slice(0, -1)),
    stored: 'any',
  },
  { name: 'no vectors', fault: (ask) => answerVectors(ask.wire, []), stored: 'none', says: /./ },
]

const entries =
  (change: (entries: OpenAIEntry[]) => OpenAIEntry[]): Fault =>
  (ask) => {
    const own = ownVectors(ask).map((embedding, index) => ({ object: 'embedding', index, embedding }) as const)
    return answerText(looseJson(openAIList(change([...own]))))
  }

const indexFaults: readonly Scenario[] = [
  { name: 'any order', fault: entries((given) => given.toReversed()), providers: ['openai'], stored: 'all' },
  {
    name: 'an index that is there twice',
    fault: entries((given) => given.map((entry, number) => (number === 1 ? { ...entry, index: 0 } : entry))),
    providers: ['openai'],
    stored: noteCount,
  },
  {
    name: 'answers for 60 of 100',
    fault: entries((given) => given.slice(0, Math.ceil(given.length * 0.6))),
    providers: ['openai'],
    stored: 'all',
  },
]

const over =
  (most: number, fault: Fault): Fault =>
  (ask) =>
    ask.texts.length > most ? fault(ask) : undefined

const refusals: readonly Scenario[] = [
  { name: '413', fault: over(3, refusing(413)), stored: 'all' },
  {
    name: '400, too many tokens',
    fault: over(2, refusing(400, { message: 'the request exceeds the maximum number of tokens' })),
    stored: 'all',
  },
  { name: '413 for everything', fault: refusing(413), stored: 'none', says: /413/ },
  {
    name: 'one text that is refused',
    fault: (ask) =>
      ask.texts.some((text) => isOf(text, 11) && !text.startsWith('what of'))
        ? refuse(ask, 400, { message: 'the content of this text is not allowed' })
        : undefined,
    stored: noteCount - 1,
    says: /not allowed/,
  },
  { name: 'a refusal of everything', fault: refusing(400), stored: 'none', says: /400/ },
]

/** What goes wrong, and what comes of it: each consequence for a memory once. */
export const scenarios: readonly Scenario[] = [
  ...transportFaults,
  ...vectorFaults,
  ...indexFaults,
  ...refusals,
]
