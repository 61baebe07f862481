import type { FailureWords } from './failure-words.js'

/** Why a provider did not answer with vectors. */
export type FailureKind =
  | 'busy'
  | 'endpoint'
  | 'forbidden'
  | 'key'
  | 'model'
  | 'quota'
  | 'settings'
  | 'text'
  | 'tooLarge'
  | 'unusable'

interface Rule {
  readonly kind: FailureKind
  readonly status: RegExp
  /** One of the body's marks or its message must match too, where either is given. */
  readonly marks?: RegExp
  readonly message?: RegExp
}

const tooLarge = new RegExp(
  [
    String.raw`too (?:many|long|large)`,
    String.raw`at most \d+`,
    String.raw`(?:less|fewer) than \d+ tokens`,
    String.raw`exceeds? .{0,40}(?:context|limit|maximum|length|tokens|size)`,
    String.raw`maximum (?:allowed|batch|context|input|number)`,
    String.raw`max(?:imum)? \d+ tokens`,
    String.raw`payload size`,
  ].join('|'),
  'i',
)

/** The first that fits counts; words are matched only where a status has several meanings. */
const rules: readonly Rule[] = [
  { kind: 'unusable', status: /^2/ },
  { kind: 'key', status: /^401/ },
  {
    kind: 'key',
    status: /^4/,
    marks: /invalid_api_key|api_key_(?:invalid|expired|service_blocked)|unauthenticated/,
    message: /api key (?:expired|is invalid|not found|not valid)|invalid api key/i,
  },
  { kind: 'quota', status: /^402/ },
  // Google's quotas of a day: no waiting of ours brings them back, though it tells one.
  { kind: 'quota', status: /^4/, marks: /insufficient_quota|billing|perday/ },
  { kind: 'tooLarge', status: /^413/ },
  {
    kind: 'tooLarge',
    status: /^(400|422|500)/,
    marks: /above_max_length|context_length|max_tokens/,
    message: tooLarge,
  },
  { kind: 'forbidden', status: /^400/, marks: /failed_precondition/, message: /location is not supported/i },
  { kind: 'forbidden', status: /^403/ },
  {
    kind: 'settings',
    status: /^(400|422)/,
    marks: /^(dimensions|encoding_format)$|un(?:known|supported)_parameter/,
    message: /\bdimension(?:s|ality)\b|unsupported parameter|unrecognized request argument/i,
  },
  {
    kind: 'model',
    status: /^(400|404|422)/,
    marks: /model_not_found|invalid_model/,
    message: /models?\b.{0,200}\bnot (?:available|exist|found|support)|(?:invalid|unknown) model/is,
  },
  { kind: 'text', status: /^(400|422)/ },
  { kind: 'endpoint', status: /^501/ },
  { kind: 'busy', status: /^(408|409|425|429|5)/ },
]

/** Sorts a failure by its status and by what its body says; see `failureOfResponse`. */
export function failureKind(status: number, words: FailureWords): FailureKind {
  return rules.find((rule) => fits(rule, status, words))?.kind ?? 'endpoint'
}

function fits(rule: Rule, status: number, words: FailureWords): boolean {
  if (!rule.status.test(String(status))) return false
  if (rule.marks === undefined && rule.message === undefined) return true
  return words.marks.some((mark) => rule.marks?.test(mark)) || rule.message?.test(words.message) === true
}
