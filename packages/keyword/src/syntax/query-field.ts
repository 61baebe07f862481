import { lazyPattern } from '../lazy-pattern.js'
import { hasWordCharacter } from './marks.js'
import type { QueryField, QueryFieldName } from './syntax-tree.js'

const comparison = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]*(?:!=|<=|>=|=|<|>)'
const comparisonHead = lazyPattern(`^${comparison}$`, 'u')

/** Whether a quotation after this text is the value of a field: `path:`, `where:title=`. */
export function isFieldHead(text: string): boolean {
  const head = readHead(text)
  return (
    head !== undefined && (head.rest === '' || (head.field === 'where' && comparisonHead().test(head.rest)))
  )
}

const wholeComparison = lazyPattern(`^${comparison}\\s*[^\\s=]`, 'u')

/** Reads `path:notes/*.md`, `-path:drafts`, `path:"my notes"` or `where:title="My note"`; undefined for other text. */
export function readField(bare: string, quoted: string | undefined): QueryField | undefined {
  const head = readHead(bare)
  if (head === undefined) return undefined
  const { field, isNegated, rest } = head
  if (quoted === undefined) return isBareValue(head) ? { field, text: rest, isNegated } : undefined
  const text = rest + quoted
  if (!isFieldHead(bare) || (field === 'where' && !wholeComparison().test(text))) return undefined
  return { field, text, isNegated }
}

/** The negated condition; undefined for times, which have `until` and `since`, and for negated ones. */
export function negateField(field: QueryField): QueryField | undefined {
  return field.isNegated || isTime(field.field) ? undefined : { ...field, isNegated: true }
}

type FieldHead = NonNullable<ReturnType<typeof readHead>>

const fieldStart = /^(-?)(path|heading|source|since|until|where):/u

function readHead(text: string) {
  const [head, sign, field] = fieldStart.exec(text) ?? []
  if (head === undefined) return undefined
  // The pattern matches no other names.
  const name = field as QueryFieldName
  const isNegated = sign === '-'
  return isNegated && isTime(name) ? undefined : { field: name, isNegated, rest: text.slice(head.length) }
}

function isTime(field: QueryFieldName): boolean {
  return field === 'since' || field === 'until'
}

const day = String.raw`\d{4}(?:-\d{1,2}){0,2}`
/** A year, a month, a day, a moment, or an age such as `7d`. */
const time = lazyPattern(`^(?:${day}(?:T[\\d:.]+(?:Z|[+-]\\d{2}:?\\d{2})?)?|\\d+[a-z]+)$`, 'u')
/** `path::Path`, `source://host`, `path:=x`, `path:string;` and `path:x)` are code. */
const codeValue = /^(?:[:=,]|\/\/)|[()<>;|`'"]|,$/u

function isBareValue({ field, rest }: FieldHead): boolean {
  if (isTime(field)) return time().test(rest)
  if (field === 'where') return wholeComparison().test(rest)
  return !codeValue.test(rest) && hasWordCharacter(rest)
}
