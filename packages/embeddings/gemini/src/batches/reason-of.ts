import { oneLine, withoutSecrets } from '@recallite/embeddings/http'
import { valueAt } from '../value-at.js'

/** The message of a `google.rpc.Status`, in one line without the key. */
export function reasonOf(status: unknown, apiKey: string): string {
  const message = valueAt(status, 'message')
  if (typeof message !== 'string') return noReason
  return oneLine(withoutSecrets(message, [apiKey])) || noReason
}

/** Where there is no message. */
export const noReason = 'Gemini gave no reason'
