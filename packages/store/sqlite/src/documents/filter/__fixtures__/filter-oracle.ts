import { matches } from '@recallite/store/filter'
import { isFound, type IndexedRow } from '../../../__fixtures__/query-oracle.js'
import { foldLine, type FieldTest, type SearchCondition, type SearchFilter } from '@recallite/store'

/** A document with one chunk, as the oracle looks at it. */
export interface FilteredDocument {
  readonly root: string
  readonly path: string
  readonly date: string | undefined
  readonly metadata: Readonly<Record<string, unknown>>
  readonly sections: readonly string[]
  readonly row: IndexedRow
}

type Order = Exclude<FieldTest['operator'], 'present' | '='>

type Field = readonly [key: string, value: string]

function fieldsIn(value: unknown, key: string | undefined): Field[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, key))
  if (typeof value !== 'object') return foldLine(String(value)) === '' ? [] : [[foldLine(key ?? ''), foldLine(String(value))]]
  return Object.entries(value).flatMap(([name, item]) => fieldsIn(item, key === undefined ? name : `${key}.${name}`))
}

function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?$/u.test(text) && !/^-?0\d/u.test(text) ? Number(text) : Number.NaN
}

/** All the days of a day, a month or a year, as numbers like 20260211. */
function daysOf(text: string): readonly [number, number] | undefined {
  if (/^\d{4}$/u.test(text)) return [Number(`${text}0101`), Number(`${text}1231`)]
  const days = ['', ...Array.from({ length: 31 }, (_, day) => `-${String(day + 1).padStart(2, '0')}`)]
    .map((day) => text + day)
    .filter((day) => /^\d{4}-\d\d-\d\d$/u.test(day) && isDay(day))
    .map((day) => Number(day.replaceAll('-', '')))
  const [first] = days
  const last = days.at(-1)
  return first === undefined || last === undefined ? undefined : [first, last]
}

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isEqual(value: string, wanted: string): boolean {
  const [days, wantedDays] = [daysOf(value), daysOf(wanted)]
  if (days && wantedDays && days[0] >= wantedDays[0] && days[1] <= wantedDays[1]) return true
  return value === wanted || numberOf(value) === numberOf(wanted)
}

type Compare<Value> = (a: Value, b: Value) => boolean

const numbers: Readonly<Record<Order, Compare<number>>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

type Days = readonly [number, number]

const spans: Readonly<Record<Order, Compare<Days>>> = {
  '<': (a, b) => a[1] < b[0],
  '<=': (a, b) => a[1] <= b[1],
  '>': (a, b) => a[0] > b[1],
  '>=': (a, b) => a[0] >= b[0],
}

function isText(text: string): boolean {
  return text !== '' && !daysOf(text) && Number.isNaN(numberOf(text))
}

function isOrdered(value: string, operator: Order, wanted: string): boolean {
  const [days, wantedDays] = [daysOf(value), daysOf(wanted)]
  if (days && wantedDays && spans[operator](days, wantedDays)) return true
  const areTexts = isText(value) && isText(wanted)
  if (!areTexts) return numbers[operator](numberOf(value), numberOf(wanted))
  return numbers[operator](Buffer.compare(Buffer.from(value), Buffer.from(wanted)), 0)
}

function passes(document: FilteredDocument, condition: Extract<SearchCondition, { kind: 'field' }>): boolean {
  const { keys, test } = condition
  const wantedKeys = keys.map(foldLine)
  const fields = fieldsIn(document.metadata, undefined)
  if (test.operator === 'present') {
    return fields.some(([key]) => wantedKeys.some((wanted) => key === wanted || key.startsWith(`${wanted}.`)))
  }
  const values = fields.filter(([key]) => wantedKeys.includes(key)).map(([, value]) => value)
  if (test.operator === '=') {
    return values.some((value) => test.values.some((wanted) => foldLine(wanted) !== '' && isEqual(value, foldLine(wanted))))
  }
  const { operator } = test
  return values.some((value) => isOrdered(value, operator, foldLine(test.value)))
}

/** Globs of letters, slashes and stars alone. */
function fitsGlob(path: string, glob: string): boolean {
  const source = glob.replaceAll(/(?<=^|\/)\*\*\/|\*\*|\*|[.?+^$()[\]{}|\\]/gu, (sign) => {
    if (sign === '**/') return '(?:.*/)?'
    if (sign === '**') return '.*'
    return sign === '*' ? '[^/]*' : `\\${sign}`
  })
  return new RegExp(`^${source}$`, 'su').test(path)
}

function isWithin(date: string | undefined, { from, to }: Extract<SearchCondition, { kind: 'date' }>): boolean {
  return date !== undefined && date >= (from ?? date) && date <= (to ?? date)
}

function holds(document: FilteredDocument, condition: SearchCondition): boolean {
  switch (condition.kind) {
    case 'root':
      return condition.names.includes(document.root)
    case 'path':
      return condition.globs.some((glob) => fitsGlob(foldLine(document.path), foldLine(glob)))
    case 'heading':
      return condition.texts.some(
        (text) => foldLine(text) !== '' && document.sections.some((title) => foldLine(title).includes(foldLine(text))),
      )
    case 'date':
      return isWithin(document.date, condition)
    case 'field':
      return passes(document, condition)
    case 'exists':
    case 'some':
      return matches(condition, JSON.parse(JSON.stringify(document.metadata)))
    case 'words':
      return isFound(condition.query, document.row)
  }
}

/** Whether a filter lets a document through, by its definition. */
export function isLetThrough(document: FilteredDocument, filter: SearchFilter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.filters.every((each) => isLetThrough(document, each))
    case 'any':
      return filter.filters.some((each) => isLetThrough(document, each))
    case 'not':
      return !isLetThrough(document, filter.filter)
    default:
      return holds(document, filter)
  }
}
