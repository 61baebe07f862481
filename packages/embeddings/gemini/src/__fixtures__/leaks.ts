import { inspect } from 'node:util'
import { canaryKey } from './gemini-answers.js'

/** The key as it might be told: as it is, URL-encoded, in base64 and base64url. */
export const keyForms = [
  canaryKey,
  encodeURIComponent(canaryKey),
  Buffer.from(canaryKey).toString('base64'),
  Buffer.from(canaryKey).toString('base64url'),
  Buffer.from(`key:${canaryKey}`).toString('base64'),
]

/** Everything an error says, with its causes, in the ways that programs print errors. */
function sayingsOf(error: unknown): string {
  const causes: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && !causes.includes(cause); ) {
    causes.push(cause)
    cause = typeof cause === 'object' && 'cause' in cause ? cause.cause : undefined
  }
  return causes
    .flatMap((cause) => [
      String(cause),
      cause instanceof Error ? cause.stack : '',
      JSON.stringify(cause),
      inspect(cause, { depth: 9, showHidden: true }),
    ])
    .join('\n')
}

/** What of the key an error tells; a quarter of the key counts. */
export function leaksOf(error: unknown): string[] {
  const said = sayingsOf(error)
  const quarters = keyForms.flatMap((form) => [form.slice(0, form.length / 4), form.slice(-form.length / 4)])
  return [...keyForms, ...quarters.filter((quarter) => quarter.length > 8)].filter((form) => said.includes(form))
}
