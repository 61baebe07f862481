/** Where a provider says how long to wait. */
export interface RetryHints {
  readonly headers: { get(name: string): string | null } | undefined
  /** Of Google's `RetryInfo`, e.g. `34.07s`. */
  readonly retryDelay: string | undefined
}

/**
 * How long to wait before the next request, in milliseconds, never negative; undefined where the provider does not
 * say. In this order: the header `retry-after-ms`, `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3),
 * `google.rpc.RetryInfo`.
 */
export function retryAfterOf({ headers, retryDelay }: RetryHints, now: () => number): number | undefined {
  const milliseconds = numberIn(headers?.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const header = headers?.get('retry-after')
  const seconds = numberIn(header)
  if (seconds !== undefined) return Math.ceil(seconds * 1000)
  // `Date.parse` alone reads much more, "-5" among it, as a date.
  const date = header?.trim().endsWith(' GMT') ? Date.parse(header) : Number.NaN
  if (!Number.isNaN(date)) return Math.max(0, date - now())
  const delay = numberIn(retryDelay?.replace(/s$/, ''))
  return delay === undefined ? undefined : Math.ceil(delay * 1000)
}

function numberIn(text: string | null | undefined): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text?.trim() ?? '') ? Number(text) : undefined
}
