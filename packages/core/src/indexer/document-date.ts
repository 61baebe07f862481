import { readDay } from '../days.js'
import { daysIn } from '../read-days.js'

interface DatedSource {
  readonly path: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly language: string
  readonly hasUnreadFrontMatter: boolean
}

/** Keys of front matter with dates, in order of precedence; in lower case and without signs. */
const dateKeys: readonly RegExp[] = [
  /^(?:date|day|datum|fecha|日期|日付)$/u,
  /^(?:date)?(?:last)?(?:updated?|modified|modification|mod|edited)(?:date|time|at|on)?$|^mtime$/u,
  /^(?:date)?(?:pub|publish(?:ed)?|posted)(?:date)?(?:time|at|on)?$/u,
  /^(?:date)?(?:created?|creation|added)(?:date|time|at|on)?$|^(?:ctime|timestamp|erstellt(?:am)?|作成日|创建日期)$/u,
]

/**
 * The day of a document: the first date in its front matter under `date`, then when it was changed, published or created (a month or a
 * year means its first day); else the last day in its path. `unread`: what was not understood, in words that are the same for all.
 */
export function statedDate({ path, metadata, language, hasUnreadFrontMatter }: DatedSource) {
  const keys = Object.keys(metadata)
  const values = dateKeys
    .flatMap((pattern) => keys.filter((key) => pattern.test(key.toLowerCase().replace(/[^\p{L}]/gu, ''))))
    .map((key) => String(innerDate(metadata[key]) ?? '').trim())
  const day = values.map((value) => readDay(value, language)).find((read) => read !== undefined)
  const unread = [
    ...(day === undefined && values.some((value) => /\d/u.test(value)) ? [unreadDate] : []),
    ...(hasUnreadFrontMatter ? ['front matter not read; correct its TOML or JSON'] : []),
  ]
  return { day: day ?? daysIn(path, language).at(-1)?.day, unread }
}

const unreadDate = 'date not read; write dates as 2026-02-11'

/** Some sites nest the date of a change with its author, or several dates. */
function innerDate(value: unknown): unknown {
  const { date = undefined, created = value }: { date?: unknown; created?: unknown } = Object(value)
  return date ?? created
}
