/** A value of a field, as it is compared. */
export interface FieldValue {
  /** Equal for equal values: folded, and numbers in their shortest form. */
  readonly text: string
  /** Null for what is no number. */
  readonly number: number | null
  /** The first second of a year, month, day, minute or second as `2026-02-11T00:00:00`; null for what is none. */
  readonly first: string | null
  /** Its last second. */
  readonly last: string | null
}

/** A value with the name of its field. */
export interface Field extends FieldValue {
  readonly key: string
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/u
const date = /^\d{4}(?:-\d\d(?:-\d\d(?:[t ]\d\d:\d\d(?::\d\d)?)?)?)?/u
const endOfDate = /^(?:\.\d+)? ?(?:z|[-+]\d\d:?\d\d)?$/u
const lengthOfMonth = '2026-02'.length
const lengthOfDay = '2026-02-11'.length
const lastDays = ['31', '30', '29', '28']

function readNumber(text: string): number | null {
  if (!number.test(text)) return null
  const value = Number(text)
  // What loses digits is a name: two long ids must not be equal because they are nearly so.
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? value : null
}

/** Whether there is such a moment, as in `2026-02-11T23:59:59`. */
function isMoment(text: string): boolean {
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Where a date stands in a text, without its fractions of seconds and its time zone. */
function readDate(text: string): string | undefined {
  const [written] = date.exec(text) ?? []
  if (written === undefined) return undefined
  const rest = text.slice(written.length)
  const isWhole = rest === '' || (written.length > lengthOfDay && endOfDate.test(rest))
  return isWhole ? written.toUpperCase().replace(' ', 'T') : undefined
}

function readSpan(text: string): Pick<FieldValue, 'first' | 'last'> {
  const none = { first: null, last: null }
  const written = readDate(text)
  if (written === undefined) return none
  const first = written + '0000-01-01T00:00:00'.slice(written.length)
  const lastDay = lastDays.find((day) => isMoment(`${first.slice(0, lengthOfMonth)}-${day}T00:00:00`))
  const last = written + `0000-12-${lastDay}T23:59:59`.slice(written.length)
  return isMoment(first) ? { first, last } : none
}

/**
 * Reads a value as text is typed. It is a number (`3`, `-0.5`, `1e3`), an ISO date (`2026`, `2026-02`, `2026-02-11`,
 * with a time of day down to seconds if there is one; as it is written, whatever its time zone), both (a year), or text.
 *
 * Values are equal as numbers, as texts, or if the one asked for is a date and the other lies in it. They have an order
 * as numbers or as dates (`<`: ends before the other begins, `<=`: ends no later than the other, and so on); what is
 * neither has one only among its kind, by code points.
 */
export function readFieldValue(text: string): FieldValue {
  const folded = foldLine(text)
  const value = readNumber(folded)
  return { text: value === null ? folded : String(value), number: value, ...readSpan(folded) }
}

function childrenOf(value: unknown, key: string): (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.map((item) => [key, item] as const)
  return Object.entries(value).map(([name, item]) => [`${key}.${foldLine(name)}`, item] as const)
}

/**
 * The values of a document's metadata: a list's each by itself, a field inside another as `outer.inner`. Null and
 * blank values are none. Short and long forms under `abbreviations` have a further field each: named `formField` of its key, with the
 * other form as it is written.
 */
export function fieldsOf(metadata: Readonly<Record<string, unknown>>): Field[] {
  const fields: Field[] = []
  const waiting = Object.entries(metadata).map(([name, value]) => [foldLine(name), value] as const)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [key, value] = next
    const children = childrenOf(value, key)
    if (children) for (const child of children) waiting.push(child)
    else if (value !== null && value !== undefined) fields.push({ key, ...readFieldValue(String(value)) })
  }
  return [...fields.filter(({ text }) => text !== ''), ...otherForms(metadata['abbreviations'])]
}

function otherForms(abbreviations: unknown): Field[] {
  if (typeof abbreviations !== 'object' || Array.isArray(abbreviations)) return []
  const pairs = Object.entries(abbreviations ?? {}).flatMap(([short, longs]) =>
    [longs]
      .flat()
      .flatMap((long) => (typeof long === 'string' ? [[short, long] as const, [long, short] as const] : [])),
  )
  return pairs.flatMap(([form, other]) => {
    const [key, otherKey] = [formKey(form), formKey(other)]
    if (key === '' || otherKey === '' || key === otherKey) return []
    return [{ key: formField(key), text: other.toWellFormed(), number: null, first: null, last: null }]
  })
}

/** The field with the other forms of what has this key. No key of metadata has control characters. */
export const formField = (key: string): string => `\u0003${key}`

/**
 * What the forms of one thing are compared by: folded, without the endings of words and without what stands between them, so that
 * `Service-Level Agreements` is `service level agreement`. What has two capitals, and a letter alone, stays as written: `IT` is not
 * `it`. The key of a text is those of its words one behind the other.
 */
export function formKey(form: string): string {
  const words = form.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .map((word) => {
      if (/\p{Lu}.*\p{Lu}|^\p{L}$/u.test(word)) return word.replace(/(?<=\p{Lu})s$/u, '')
      return foldText(word).replace(/(?<=.{3})(?:e?s|e[mnr]?|n)$/u, '')
    })
    .join('')
}

/** Whether folding is no more than making letters small. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/u.test(text)

/** Marks that people leave out; those of Indic, Thai and Japanese words belong to the letter. */
const accents = /([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu

/**
 * A text as filters compare it: compatibility forms (full-width, ligatures), case and accents make no difference.
 * White space and punctuation stay. Folding twice changes nothing more.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const lower = text.toWellFormed().normalize('NFKC').toLowerCase()
  return lower
    .normalize('NFD')
    .replace(accents, '$1')
    .normalize('NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
}

/** A folded text without white space around it, and with one space for each stretch of it and of control characters. */
export function foldLine(text: string): string {
  return foldText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
