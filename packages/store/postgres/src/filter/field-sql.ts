import type { FieldValue } from '@recallite/store'
import { encodeText } from '../text-code.js'
import { encodeTexts, type Bind } from '../values.js'

interface Asked {
  readonly wanted: readonly FieldValue[]
  readonly bind: Bind
}

/** A condition on a row of `document_field`: that its value is one of those wanted, or lies so to the first of them. */
export function fieldConditionSql(operator: '=' | keyof typeof ends, { wanted, bind }: Asked): string {
  const [first] = wanted
  return first === undefined || operator === '='
    ? equal({ wanted, bind })
    : ordered(operator, { first, bind })
}

function equal({ wanted, bind }: Asked): string {
  const spans = wanted.flatMap(({ first, last }) =>
    first === null || last === null ? [] : [{ first, last }],
  )
  const texts = bind(encodeTexts(wanted.map(({ text }) => text)))
  return `text = ANY(${texts}::text[]) OR EXISTS (
    SELECT 1 FROM unnest(${bind(spans.map(({ first }) => first))}::text[], ${bind(spans.map(({ last }) => last))}::text[])
      AS span (first, last)
    WHERE document_field.first >= span.first COLLATE "C" AND document_field.last <= span.last COLLATE "C")`
}

/** Which ends of the two dates an operator compares: the field's and the wanted one's. */
const ends = {
  '<': ['last', 'first'],
  '<=': ['last', 'last'],
  '>': ['first', 'last'],
  '>=': ['first', 'first'],
} as const

function ordered(
  operator: keyof typeof ends,
  { first: wanted, bind }: { readonly first: FieldValue; readonly bind: Bind },
): string {
  const [end, wantedEnd] = ends[operator]
  const parts: string[] = []
  const date = wanted[wantedEnd]
  if (wanted.number !== null) parts.push(`number ${operator} ${bind(wanted.number)}::float8`)
  if (date !== null) parts.push(`${end} ${operator} ${bind(date)}`)
  if (parts.length > 0) return parts.join(' OR ')
  return `number IS NULL AND first IS NULL AND text ${operator} ${bind(encodeText(wanted.text))}`
}
