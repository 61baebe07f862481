import { idField, kindField, readJsonLines, textField } from '../suite/json-lines.js'

/** What a query asks. */
export interface QueryText {
  readonly text: string
  /** Empty where nobody says. */
  readonly kind: string
}

/**
 * Reads queries by their ids, one JSON object on each line: {id or _id, text, kind? or category?}.
 * @throws SuiteError
 */
export function readQueryTexts(file: string): Map<string, QueryText> {
  const taken = new Set<string>()
  return new Map(
    readJsonLines(file).map((item) => {
      const kind = kindField(item, 'kind', kindField(item, 'category', ''))
      return [idField(item, taken), { text: textField(item, 'text'), kind }]
    }),
  )
}
