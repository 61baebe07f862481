import assert from 'node:assert/strict'
import type { NewChunk, StoredDocument } from '../document.js'
import type { FieldTest, SearchCondition, SearchFilter } from '../search-filter/search-filter.js'
import type { QueryTree } from '../query.js'
import { ask, sampleChunk, sampleDocument } from './samples.js'

/** A generator of reproducible pseudo-random values. */
export type Random = ReturnType<typeof createRandom>

/** Mulberry32 by Tommy Ettinger. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick<Value>(choices: readonly Value[]): Value {
      const choice = choices[below(choices.length)]
      assert.ok(choice !== undefined)
      return choice
    },
    /** Up to `maxLength` values. */
    list: <Value>(maxLength: number, value: () => Value): Value[] =>
      Array.from({ length: below(maxLength + 1) }, value),
  }
}

export const roots = ['one', 'two'] as const

/** Earlier stems are drawn more often; some are prefixes of others. */
export const stems = [
  ...'light red lighthous night 漢 字 harbor redd quay n1 watch rare'.split(' '),
  ...'café cafe cafe\u0301 हिन्दी हिन्द ภาษา 설 設 計 ß ss 𐐨𐐩 ٣ \uE000'.split(' '),
]

const paths =
  'todo.md|decisions/auth.md|decisions/2026/Cafe\u0301 [draft].md|people/Ça va, 吳佩珊？.txt|a.md|light.md|B.md|é.md|a/"z\'#1".md'
const titles = 'Ein „Titel“ 標題 🜂|light||Title'
const chunkTexts = [
  'light',
  'light',
  'tabs\t, quotes "\' and \\ back\nslashes\n\n',
  'a\0b\0',
  'e\u0301 is not é; 漢字, हिन्दी, עברית, 👩‍👩‍👧, \u{10FFFF}',
  '\uFEFF\u200B\u202E control \u0001\u001B[31m',
] as const
const headings = [
  ['Übersicht', 'light'],
  ['Übersicht', '', 'Access  tokens', '100 % "sure"', 'a "b" \'c\' > d'],
  ['見出し'],
  ['Sessions', 'Café  Noir'],
  [],
] as const
const metadata = [
  { status: 'Open', priority: 3, due: '2026-02-11', draft: true },
  { status: ['Done', 'Überprüft'], priority: [1, 12], tags: ['ops', 'on call'] },
  { a: { b: [{ c: 'deep' }], 'x.y': 5, none: null, pi: 3.14 }, due: '2026-02', 'a.b[0]': "'" },
  { 'a.b.c': 'deep', priority: '3', id: '007', due: '2026-02-11 14:30' },
  { priority: 'high', status: null, tags: [], note: ' ', '': 'nameless', version: -0.5, draft: false },
] as const
const days = [null, '2025-12-31', '2026-02-10', '2026-02-11', '2026-02-12', '2026-03-01'] as const

const globs =
  'todo.md|TODO.MD|todo|todo.md/|*|**|**/*.md|**/auth.md|decisions/*|decisions/**|*/*/*|d*s/a??h.md|decisions?auth.md|**/[!a-b]*|{todo,decisions/auth}.md|{people,decisions/{2025,2026}}/*|**/CAFÉ*|**/café \\[draft\\].md|people/ca va, 吳佩珊?.txt|**/*{*'
const headingTexts =
  'Übersicht| U\u0308BERS|Sessions|cafe\tnoir\n|ｔｏｋｅｎｓ|見出|Access tokens 100|Access tokens\n100|_|"s|%|| \n'
const keys = 'Status|priority|due|tags|draft|id|version|a|a.b|a.b.c|a.x.y|c|note||gone'
const values =
  'open|uberpruft|on|on  call|true|3|3.0|7|5|1e1|-0.4|a|o|HIGHER|z|deep|2026-02-11|2026-02|2026|2025|2026-02-11T14:29|2026-02-11T14:30|2026-02-30|null||*'

export const ofRoots = (...names: string[]): SearchCondition => ({ kind: 'root', names })
export const ofPaths = (...patterns: string[]): SearchCondition => ({ kind: 'path', globs: patterns })
export const ofHeadings = (...texts: string[]): SearchCondition => ({ kind: 'heading', texts })
export const ofWords = (query: QueryTree): SearchCondition => ({ kind: 'words', query })
type ValueTest = Extract<SearchCondition, { kind: 'some' }>['test']
const ofValue = (path: string[], test: ValueTest): SearchCondition => ({ kind: 'some', path, test })
export const ofField = (key: string, test: FieldTest): SearchCondition => ({
  kind: 'field',
  keys: [key],
  test,
})

export const not = (filter: SearchFilter): SearchFilter => ({ kind: 'not', filter })

/** Each condition, and its negation. */
export const filtersOf = (list: readonly SearchCondition[]): SearchFilter[] =>
  list.flatMap((condition) => [condition, not(condition)])

const isOneOf = (...one: string[]): FieldTest => ({ operator: '=', values: one })
const equalities = [[], ['open', 'done', 'gone'], ...values.split('|').map((value) => [value])]
const fieldTests = [{ operator: 'present' } as const, ...equalities.map((one) => isOneOf(...one))]
const orders = (['<', '<=', '>', '>='] as const).flatMap((operator) =>
  values.split('|').map((value): FieldTest => ({ operator, value })),
)

/** Conditions on JSON at a key, some of which the index of fields cannot answer. */
const ofJson = (key: string): SearchCondition[] => [
  { kind: 'exists', path: [key] },
  ofValue([key], { operator: '$in', values: [3, 'ops', '2026-02', null, false] }),
  ofValue([key, 'b', 'c'], { operator: '$in', values: ['deep', 'Deep'] }),
  ...(['$lt', '$lte', '$gt', '$gte'] as const).flatMap((operator) =>
    [3, -0.5, '2026-02-11', 2 ** 60].map((value) => ofValue([key], { operator, value })),
  ),
]

/** Conditions of every kind except `words`, including error-prone ones. */
export const conditions: readonly SearchCondition[] = [
  ...[['one'], ['two', 'nowhere'], ['one', 'two'], ['ONE'], []].map((names) => ofRoots(...names)),
  ...globs.split('|').map((glob) => ofPaths(glob)),
  ...[['todo.md', 'people/*', 'gone/**'], []].map((several) => ofPaths(...several)),
  ...headingTexts.split('|').map((text) => ofHeadings(text)),
  ...[['tokens', 'noir'], []].map((texts) => ofHeadings(...texts)),
  ...days.flatMap((from) => days.map((to): SearchCondition => ({ kind: 'date', from, to }))),
  ...keys.split('|').flatMap((key) => fieldTests.map((test) => ofField(key, test))),
  ...['status', 'priority', 'due', 'version'].flatMap((key) => orders.map((test) => ofField(key, test))),
  { kind: 'field', keys: ['priority', 'tags'], test: isOneOf('3', 'ops') },
  ...['priority', 'due', 'tags', 'a', 'version'].flatMap(ofJson),
  { kind: 'field', keys: [], test: { operator: 'present' } },
]

const anyStem = ({ below }: Random) => stems[Math.min(below(stems.length), below(stems.length))] ?? ''

export function anyDocument(random: Random): StoredDocument {
  const date = random.pick(days)
  const number = () => random.below(1_000_000)
  return sampleDocument(random.pick(paths.split('|')), {
    root: random.pick(roots),
    title: random.pick(titles.split('|')),
    metadata: random.pick<StoredDocument['metadata']>(metadata),
    contentHash: `sha256:${number()}`,
    fingerprint: `{"size":${number()}}`,
    stamp: `${number()},"${number()}"`,
    readAt: 1_785_000_000_000 + number(),
    ...(date !== null && { date }),
    ...random.pick<Partial<StoredDocument>>([
      { isSecret: false },
      { language: 'de' },
      { isSecret: true, language: 'en' },
    ]),
  })
}

/** A chunk with up to five inputs, each starting with an angle. Its words do not depend on its text. */
export function anyChunk(random: Random, id: string): NewChunk {
  const anyWord = () => {
    const stem = anyStem(random)
    return { stem, form: stem + random.pick(['', '', 's', 'ing']) }
  }
  const anyAngle = () => `${10 * random.below(18)} `
  const text = `${anyAngle()}🜂 ${random.pick(chunkTexts)}`
  const whole = { prefix: '', from: 0, to: text.length }
  const middle = text.indexOf('🜂')
  const pieceIn = (from: number, to: number) => ({ prefix: anyAngle(), from, to })
  const anyPiece = () =>
    random.pick([pieceIn(0, middle), pieceIn(middle, middle + 2), pieceIn(0, text.length)])
  const bytes = Uint8Array.from(random.list(9, () => random.pick([0, 0xff, random.below(256)])))
  return sampleChunk(id, {
    text,
    words: { text: random.list(14, anyWord), parts: random.list(3, anyWord), place: random.list(4, anyWord) },
    startLine: random.below(99),
    endLine: 99 + random.below(99),
    ...random.pick([{}, { startColumn: 1, endColumn: 4_000_000 }]),
    heading: random.pick<readonly string[]>(headings),
    ...random.pick([{}, { sections: random.pick<readonly string[]>(headings) }]),
    termList: random.pick([bytes, bytes.subarray(2), Uint8Array.from({ length: 257 }, (_, byte) => byte)]),
    inputs: random.pick([[whole], [whole], [whole, ...random.list(4, anyPiece)], []]),
  })
}

/** A query of up to `levels` levels. */
export function anyQuery(random: Random, levels: number): QueryTree {
  const few = () => random.list(3, () => anyStem(random))
  const below = () => anyQuery(random, levels - 1)
  const leaves: readonly (() => QueryTree)[] = [
    () => ask.word(anyStem(random)),
    () => ask.word(anyStem(random)),
    () => ask.phrase(...few()),
    () => ask.placed(...few()),
    () => ask.prefix([...anyStem(random)].slice(0, 1 + random.below(4)).join('')),
  ]
  if (levels === 1) return random.pick(leaves)()
  return random.pick<() => QueryTree>([
    random.pick(leaves),
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'all', parts: random.list(3, below) }),
    () => ({ kind: 'without', include: below(), exclude: below() }),
  ])()
}

/** A filter of up to three filters and up to `levels` levels. */
export function anyFilter(random: Random, levels = 2): SearchFilter {
  const filters = random.list(3, () => {
    if (levels > 1 && random.below(3) === 0) return anyFilter(random, levels - 1)
    const condition = random.below(3) === 0 ? ofWords(anyQuery(random, 2)) : random.pick(conditions)
    return random.below(3) === 0 ? not(condition) : condition
  })
  return { kind: levels === 1 && random.below(2) === 0 ? 'any' : 'all', filters }
}
