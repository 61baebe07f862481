import { isFields } from './suite/json-lines.js'

/** The named fields of a line of JSON; none where it is something else. */
export function parseFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text)
    return isFields(fields) ? fields : {}
  } catch {
    return {}
  }
}
