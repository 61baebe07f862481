/** A parsed value of a metadata field. */
export interface FieldValue {
  /** The folded text; for a number its shortest form. */
  readonly text: string
  readonly number: number | null
  /** The first second of a year, month, day, minute or second, as `2026-02-11T00:00:00`. */
  readonly first: string | null
  /** Its last second. */
  readonly last: string | null
}

/** A value with the key of its field. */
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
  // A number that would lose digits is compared as text, so that long ids that differ stay different.
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? value : null
}

/** Whether a time such as `2026-02-11T23:59:59` exists. */
function isMoment(text: string): boolean {
  const time = Date.parse(`${text}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The date that a text consists of, without fractions of seconds and time zone. */
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
 * Parses a value: a number (`3`, `-0.5`, `1e3`), an ISO date (`2026`, `2026-02`, `2026-02-11`, optionally with a time; the time zone
 * is ignored), both (a year), or text.
 *
 * Values are equal as numbers, as texts, or if the value of the filter is a date that contains the other one. Numbers and dates have
 * an order (`<`: ends before the other starts, `<=`: ends no later than the other); other texts compare by code points.
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
 * The values of a document's metadata, except null and blank ones: each element of a list separately, nested fields as `outer.inner`.
 * Each short and long form under `abbreviations` adds a field named `formField` of its key, with the other form as its text.
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

/** The name of the field with the other forms for a `formKey`. Keys of metadata have no control characters. */
export const formField = (key: string): string => `\u0003${key}`

/**
 * The key by which forms of one term compare: the folded words without endings and separators, so that `Service-Level Agreements` is
 * `service level agreement`. Words with two capitals and single letters are not folded: `IT` is not `it`.
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

/** Whether folding only lower-cases the text. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/u.test(text)

/** Marks that people omit; those of Indic, Thai and Japanese words are part of the letter. */
const accents = /([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu

/** Removes differences of case, accents and compatibility forms (full-width, ligatures). Folding is idempotent. */
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

/** Folds and trims a text, and replaces white space and control characters by single spaces. */
export function foldLine(text: string): string {
  return foldText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
