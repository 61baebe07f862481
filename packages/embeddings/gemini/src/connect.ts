import {
  createConnection,
  type Connection,
  type ConnectionOptions,
  type GuardOptions,
} from '@recallite/embeddings/http'
import type { ResolvedSettings } from './settings.js'

/** What differs from a connection for embeddings. */
export type AnswerOptions = Omit<GuardOptions, 'endpoint'> & Pick<ConnectionOptions, 'explain'>

/** A connection to the Gemini API, within limits that may differ from those of `guardFetch`; settings go before them. */
export function connect(
  { apiKey, endpoint, fetch, now, ...timeouts }: ResolvedSettings,
  limits: AnswerOptions = {},
): Connection {
  const { firstByteTimeout = limits.firstByteTimeout, idleTimeout } = timeouts
  const waiting = { ...limits, firstByteTimeout, idleTimeout }
  return createConnection({ provider: 'gemini', endpoint, fetch, now, secrets: [apiKey], ...waiting })
}
