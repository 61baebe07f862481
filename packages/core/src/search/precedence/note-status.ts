import { type Item, readFieldValue } from '@recallite/store'
import { readDay } from '../../days.js'
import { wordPattern } from '../word-pattern.js'

/** Whether a note is in force. */
export type NoteStatus = ReturnType<typeof readStatus>

/**
 * Reads `status`, `superseded_by`, `supersedes` and `valid_until`, in any case and with `_`, `-` or spaces; also `draft: true`.
 * @param today as `2026-02-11`
 * @returns `status`: why the note is not in force, in lower case; the other notes are names, as `isNamed` reads them
 */
export function readStatus(metadata: Item['attributes']['metadata'], today: string) {
  if (Object.keys(metadata).length === 0) return { status: undefined, supersededBy: [], supersedes: [] }
  const fields = new Map(
    Object.entries(metadata).map(([key, value]) => [
      key.replaceAll(/[\s_-]/gu, '').toLowerCase(),
      textsOf(value),
    ]),
  )
  const valuesOf = (...keys: readonly string[]) => keys.flatMap((key) => fields.get(key) ?? [])
  const isTrue = (key: string) => valuesOf(key).length > 0
  const stated = valuesOf('status')
  const successors = stated.flatMap(
    (text) => /^\W*(?:superseded|replaced)\s+by:?\s+(.+)$/iu.exec(text)?.[1] ?? [],
  )
  const supersededBy = [...successors, ...valuesOf('supersededby', 'replacedby')].map(nameOf)
  const lastDays = valuesOf('validuntil', 'expirydate', 'expires').map(
    (value) => readFieldValue(value.replaceAll('/', '-')).last ?? readDay(value, 'en'),
  )
  const status = [
    ...stated.flatMap((text) => outOfForce.exec(text)?.[1]?.toLowerCase() ?? []),
    ...['superseded', 'deprecated', 'obsolete', 'archived', 'draft'].filter(isTrue),
    ...(metadata['published'] === false ? ['draft'] : []),
    ...supersededBy.map(() => 'superseded'),
    ...lastDays.flatMap((day) => ((day ?? today).slice(0, today.length) < today ? 'expired' : [])),
  ]
  return { status: status[0], supersededBy, supersedes: valuesOf('supersedes', 'replaces').map(nameOf) }
}

/** Whether a name in front matter is that of an item's document: its file, title or alias, or the number at the start of its file name. */
export function isNamed(name: string, { locator, attributes: { title, metadata } }: Item): boolean {
  const aliases = [metadata['aliases'], metadata['alias']].flatMap(textsOf)
  const file = nameOf(locator.path)
  const number = name.replace(/^\p{L}+[-_ ]?(?=\d+$)/u, '')
  const starts = [name, number].filter((part) => /\d$/u.test(part))
  const isNumber = starts.some((start) => file.startsWith(start) && /^[-_. ]/u.test(file.slice(start.length)))
  return isNumber || [file, ...[title, ...aliases].map((text) => text.toLowerCase())].includes(name)
}

/** Whether a query is about what is in force now, in English, German, French, Japanese or Chinese. */
export const isAboutNow = (query: string): boolean =>
  presentWords.test(query) ||
  /現在|现在|最新|現行|现行|目前|当前|當前|如今|今(?![年月週周日天晚朝回度])/u.test(query)

const presentWords = wordPattern(
  [
    'current(?:ly)?|now|latest|newest|up[- ]to[- ]date|at present|in force',
    String.raw`aktuell\p{L}*|jetzt|derzeit\p{L}*|momentan\p{L}*|gegenwärtig\p{L}*|neueste[nmrs]?|gültig\p{L}*`,
    'actuel(?:le)?s?|actuellement|maintenant|derni[eè]re?s?|en vigueur',
  ].join('|'),
  String.raw`\p{L}`,
)

const outOfForce =
  /^(?:status\/|in\s|[^\p{L}])*(superseded|deprecated|rejected|cancell?ed|archived?|draft|obsolete|outdated|retired|replaced|withdrawn|expired|abgelöst|überholt|veraltet|ersetzt|archiviert|entwurf|obsol[eè]te|remplacée?|archivée?|brouillon|廃止|下書き|草稿|已废弃|已弃用|已归档)(?!\p{L})/iu

/** The texts of a value or of a list, without placeholders; `[[note]]` without quotation marks is a list in YAML. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flat(Infinity).flatMap(textsOf)
  if (!['string', 'number', 'boolean'].includes(typeof value)) return []
  const text = String(value).trim()
  return /^(?:[-–—~?]*|none|null|false|no|n\/a|tbd)$/iu.test(text) ? [] : [text]
}

/** The name of a file in a link or a path, without extension and in lower case. */
function nameOf(text: string): string {
  const target = /\[\[([^\]]+)/u.exec(text)?.[1] ?? /\]\(<?([^)>]+)/u.exec(text)?.[1] ?? text
  const path = target.replace(/[|#].*$/u, '').replace(/\.(?:mdx?|markdown|html?|txt)$/iu, '')
  return path
    .toLowerCase()
    .slice(path.lastIndexOf('/') + 1)
    .trim()
}
