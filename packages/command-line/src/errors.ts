/** What was typed cannot be done as it stands; ends with the usage status. */
export class UsageError extends Error {
  readonly code = 'USAGE'

  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Why the last search cannot be taken up again; stable. */
export type LastSearchErrorCode = 'LAST_SEARCH_MISSING' | 'LAST_SEARCH_MALFORMED'

/** There is no last search to take up; the message says what to do. */
export class LastSearchError extends Error {
  readonly code: LastSearchErrorCode

  constructor(code: LastSearchErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'LastSearchError'
    this.code = code
  }
}
