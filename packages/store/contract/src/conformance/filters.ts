import assert from 'node:assert/strict'
import type { NewChunk, StoredDocument } from '../document.js'
import {
  maximumConditions,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from '../filter/search-filter.js'
import { maximumQueryDepth, type KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import { hostileTexts } from './hostile-texts.js'
import {
  all,
  any,
  embedAngles,
  nearest,
  phrase,
  placed,
  prefix,
  put,
  rejectsWith,
  sampleDocument,
  whereVectorsAreSearched,
  without,
  word,
  wordsOf,
  type Cases,
} from './samples.js'

/** A document with a chunk for each entry of `chunks`, the key being its id. */
interface FilteredDocument extends Partial<StoredDocument> {
  readonly path: string
  readonly chunks: Readonly<Record<string, Partial<NewChunk>>>
}

/** A condition, and the ids of the chunks that it lets through. */
type Passing = readonly [condition: SearchCondition, ...through: string[]]

type FindIds = (filter: SearchFilter, limit?: number) => Promise<string[]>

type FilterCheck = (find: FindIds, store: Store) => Promise<void>

const ofRoots = (...names: string[]): SearchCondition => ({ kind: 'root', names })
const ofPaths = (...globs: string[]): SearchCondition => ({ kind: 'path', globs })
const ofHeadings = (...texts: string[]): SearchCondition => ({ kind: 'heading', texts })
const ofDates = (from: string | null, to: string | null): SearchCondition => ({ kind: 'date', from, to })
const ofWords = (query: KeywordQuery): SearchCondition => ({ kind: 'words', query })
const ofField = (key: string, test: FieldTest): SearchCondition => ({ kind: 'field', keys: [key], test })
const valued = (key: string, ...values: string[]) => ofField(key, { operator: '=', values })
const not = (condition: SearchCondition): SearchCondition => ({ ...condition, isNegated: true })

/** Puts documents; chunks without a text of their own all answer alike, the earlier ones a little better. */
async function putAll(store: Store, documents: readonly FilteredDocument[]): Promise<void> {
  let place = 0
  for (const { chunks, ...changes } of documents) {
    const samples = Object.entries(chunks).map(([id, chunk]): [string, Partial<NewChunk>] => {
      place += 1
      return [id, { text: `${place / 100} harbour ${'filler '.repeat(place)}`, ...chunk }]
    })
    await put(store, sampleDocument(changes.path, changes), Object.fromEntries(samples))
  }
}

/** Checks a promise about filters with each way to find candidates. */
function onBoth(name: string, documents: readonly FilteredDocument[], check: FilterCheck): Cases {
  const byWords = async (store: Store) => {
    await putAll(store, documents)
    await check((filter, limit = 100) => store.findByWords({ query: word('harbour'), limit, filter }), store)
  }
  const byVector = async (store: Store) => {
    await putAll(store, documents)
    await embedAngles(store)
    await check((filter, limit) => nearest(store, 0, { ...(limit && { limit }), filter }), store)
  }
  return { [`${name}, by words`]: byWords, ...whereVectorsAreSearched({ [`${name}, by vector`]: byVector }) }
}

/** Checks which chunks conditions let through, and that negated they let through the rest. */
function lets(name: string, documents: readonly FilteredDocument[], passing: readonly Passing[]): Cases {
  return onBoth(name, documents, async (find) => {
    const every = await find([])
    assert.ok(every.length > 0)
    for (const [condition, ...through] of passing) {
      const asked = JSON.stringify(condition).slice(0, 200)
      assert.deepEqual((await find([condition])).toSorted(), through.toSorted(), asked)
      const rest = every.filter((id) => !through.includes(id))
      assert.deepEqual((await find([not(condition)])).toSorted(), rest.toSorted(), `not ${asked}`)
    }
  })
}

const rooted: readonly FilteredDocument[] = ['one', 'two', `it's "quoted" \\ % _ 漢 ') --`].map(
  (root, number) => ({
    root,
    path: `${number}.md`,
    metadata: { root },
    chunks: { [`of ${number}`]: {} },
  }),
)

const hostileNames = ['nowhere', 'ONE', '%', '_', '"', "' OR 1=1 --", '\0', '\uD800', '[]', '']
const manyNames = Array.from({ length: 5000 }, (_, number) => `root${number}`)

const rootCases: Cases = {
  ...lets('one of several roots will do, none lets nothing through, and no name is syntax', rooted, [
    [ofRoots('one', 'two', 'nowhere'), 'of 0', 'of 1'],
    [ofRoots('one', 'one'), 'of 0'],
    [ofRoots(`it's "quoted" \\ % _ 漢 ') --`), 'of 2'],
    [ofRoots()],
    ...hostileNames.map((name): Passing => [ofRoots(name)]),
  ]),
  ...lets('a condition may have thousands of values', rooted, [
    [ofRoots(...manyNames, 'two'), 'of 1'],
    [ofPaths(...manyNames.slice(0, 500), '1.md'), 'of 1'],
    [valued('root', ...manyNames, 'two'), 'of 1'],
    [ofHeadings(...manyNames.slice(0, 1000))],
  ]),
}

const paths: readonly FilteredDocument[] = [
  { path: 'todo.md', chunks: { todo: {} } },
  { path: 'decisions/auth.md', chunks: { auth: {}, auth2: {} } },
  { path: 'decisions/2026/Cafe\u0301 [draft].md', chunks: { cafe: {} } },
  { path: 'people/Ça va, 吳佩珊？.txt', chunks: { person: {} } },
  { root: 'other', path: 'decisions/auth.md', chunks: { other: {} } },
]

const auths = ['auth', 'auth2', 'other']

/** Globs, by what they find among these paths. How globs are read is tested with `createPathMatcher`. */
const globs: Readonly<Record<string, readonly string[]>> = {
  'TODO.MD': ['todo'],
  'todo.md/': [],
  '*': ['todo'],
  '**': ['todo', 'cafe', 'person', ...auths],
  '**/*.md': ['todo', 'cafe', ...auths],
  'decisions/*': auths,
  'decisions/**': ['cafe', ...auths],
  'd*s/a??h.md': auths,
  '**/[!a-b]*': ['todo', 'cafe', 'person'],
  '{todo,decisions/auth}.md': ['todo', ...auths],
  '{people,decisions/{2025,2026}}/*': ['cafe', 'person'],
  '**/café \\[draft\\].md': ['cafe'],
  'people/ca va, 吳佩珊?.txt': ['person'],
  '**/*{*': [],
}

const long = 'a'.repeat(200)

const pathCases: Cases = {
  ...lets('a glob finds the paths that it fits, and one of several globs will do', paths, [
    ...Object.entries(globs).map(([glob, through]): Passing => [ofPaths(glob), ...through]),
    [ofPaths('todo.md', 'people/*', 'gone/**'), 'todo', 'person'],
    [ofPaths()],
  ]),
  ...lets(
    'a glob that would take long by trial and error does not',
    [{ path: `${long}/${long}`, chunks: { a: {} } }],
    [
      [ofPaths(`${'*a'.repeat(400)}b`)],
      [ofPaths(`${'**/'.repeat(300)}*b`)],
      [ofPaths(`${'{a,aa}'.repeat(150)}b`)],
      [ofPaths('{'.repeat(900))],
      [ofPaths(`${'{'.repeat(400)}**${'}'.repeat(400)}`), 'a'],
      [ofPaths('*'.repeat(100_000))],
    ],
  ),
}

const headed: readonly FilteredDocument[] = [
  {
    path: 'a.md',
    chunks: {
      top: { heading: ['Übersicht'] },
      deep: { heading: ['Übersicht', 'Access tokens', '100 % "sure"'] },
      joined: { heading: ['Übersicht', 'Sessions'], sections: ['Übersicht', 'Sessions', 'Café  Noir'] },
      none: { heading: [] },
    },
  },
  { path: 'b.md', chunks: { other: { heading: ['見出し'] } } },
]

const headingCases = lets(
  'a heading over any part of a chunk is found in part, without case, accents and spacing',
  headed,
  [
    [ofHeadings('Übersicht'), 'top', 'deep', 'joined'],
    [ofHeadings(' U\u0308BERS'), 'top', 'deep', 'joined'],
    [ofHeadings('Sessions'), 'joined'],
    [ofHeadings('cafe\tnoir\n'), 'joined'],
    [ofHeadings('ｔｏｋｅｎｓ'), 'deep'],
    [ofHeadings('見出'), 'other'],
    [ofHeadings('tokens', 'sessions'), 'deep', 'joined'],
    [ofHeadings('Access tokens 100')],
    [ofHeadings('Access tokens\n100')],
    [ofHeadings(' \n', '%'), 'deep'],
    [ofHeadings('_', '"s'), 'deep'],
    [ofHeadings('gone', '')],
    [ofHeadings()],
  ],
)

const dated: readonly FilteredDocument[] = [
  { path: 'a.md', date: '2025-12-31', chunks: { a: {} } },
  { path: 'b.md', date: '2026-02-11', chunks: { b: {}, b2: {} } },
  { path: 'c.md', date: '2026-03-01', chunks: { c: {} } },
  { path: 'd.md', chunks: { undated: {} } },
]

const dateCases = lets('a span of days includes both ends, and nothing without a date', dated, [
  [ofDates('2026-02-11', null), 'b', 'b2', 'c'],
  [ofDates('2026-02-12', null), 'c'],
  [ofDates(null, '2026-02-11'), 'a', 'b', 'b2'],
  [ofDates('2026-01-01', '2026-02-28'), 'b', 'b2'],
  [ofDates('2026-03-01', '2026-02-01')],
  [ofDates(null, null), 'a', 'b', 'b2', 'c'],
])

function fieldsOf(metadata: Readonly<Record<string, StoredDocument['metadata']>>): FilteredDocument[] {
  return Object.entries(metadata).map(([id, values]) => ({
    path: id,
    metadata: values,
    chunks: { [id]: {} },
  }))
}

const fielded = fieldsOf({
  plain: { status: 'Open', priority: 3, due: '2026-02-11', draft: true },
  lists: { status: ['Done', 'Überprüft'], priority: [1, 12], tags: ['ops', 'on call'] },
  nested: { a: { b: [{ c: 'deep' }], 'x.y': 5 }, due: '2026-02' },
  dotted: { 'a.b.c': 'deep', priority: '3', id: '007', due: '2026-02-11 14:30' },
  odd: { priority: 'high', status: null, tags: [], note: ' ', '': 'nameless', version: -0.5, draft: false },
})

const three = { operator: '=', values: ['3', 'ops'] } as const

/** How values compare is tested with `readFieldValue`: here is one of each kind. */
const fieldCases: Cases = {
  ...lets('a field is found by one of its values, without case and accents', fielded, [
    [valued('Status', 'OPEN', 'uberpruft', 'gone'), 'plain', 'lists'],
    [valued('tags', 'on  call'), 'lists'],
    [valued('tags', 'on')],
    [valued('draft', 'true'), 'plain'],
    [valued('priority', '3.0'), 'plain', 'dotted'],
    [valued('id', '7')],
    [valued('status')],
    [valued('status', '', 'null')],
    [valued('a.b.c', 'deep'), 'nested', 'dotted'],
    [valued('a.x.y', '5'), 'nested'],
    [valued('a.b', 'deep')],
    [valued('due', '2026-02-11'), 'plain', 'dotted'],
    [valued('due', '2026-02'), 'plain', 'nested', 'dotted'],
    [valued('due', '2026-02-11T14:30'), 'dotted'],
    [valued('due', '2026-02-30')],
    [{ kind: 'field', keys: ['priority', 'tags'], test: three }, 'plain', 'lists', 'dotted'],
    [{ kind: 'field', keys: [], test: three }],
  ]),
  ...lets('numbers, dates and texts have an order, each among themselves', fielded, [
    [ofField('priority', { operator: '>', value: '3' }), 'lists'],
    [ofField('priority', { operator: '>=', value: '3' }), 'plain', 'lists', 'dotted'],
    [ofField('priority', { operator: '<', value: '3' }), 'lists'],
    [ofField('priority', { operator: '<=', value: '3.0' }), 'plain', 'lists', 'dotted'],
    [ofField('priority', { operator: '>', value: '1e1' }), 'lists'],
    [ofField('priority', { operator: '>', value: 'a' }), 'odd'],
    [ofField('priority', { operator: '<', value: 'HIGHER' }), 'odd'],
    [ofField('version', { operator: '<', value: '-0.4' }), 'odd'],
    [ofField('due', { operator: '>=', value: '2026-02-11' }), 'plain', 'dotted'],
    [ofField('due', { operator: '>', value: '2026-02-11' })],
    [ofField('due', { operator: '<=', value: '2026-02-11' }), 'plain', 'dotted'],
    [ofField('due', { operator: '>', value: '2026-02-11T14:29' }), 'dotted'],
    [ofField('due', { operator: '<', value: '2026-02-11T14:31' }), 'dotted'],
    [ofField('due', { operator: '<=', value: '2026-02' }), 'plain', 'nested', 'dotted'],
    [ofField('due', { operator: '>=', value: '2026' }), 'plain', 'nested', 'dotted'],
    [ofField('due', { operator: '>', value: '2025' }), 'plain', 'nested', 'dotted'],
    [ofField('due', { operator: '<', value: '3' })],
    [ofField('due', { operator: '<', value: 'z' })],
    [ofField('status', { operator: '>', value: 'o' }), 'plain', 'lists'],
    [ofField('gone', { operator: '>=', value: '0' })],
    [ofField('priority', { operator: '>', value: '' })],
  ]),
  ...lets('a field is present where it has a value', fielded, [
    [ofField('STATUS', { operator: 'present' }), 'plain', 'lists'],
    [ofField('tags', { operator: 'present' }), 'lists'],
    [ofField('note', { operator: 'present' })],
    [ofField('draft', { operator: 'present' }), 'plain', 'odd'],
    [ofField('a.b', { operator: 'present' }), 'nested', 'dotted'],
    [ofField('a.x', { operator: 'present' }), 'nested'],
    [ofField('', { operator: 'present' }), 'odd'],
    [ofField('gone', { operator: 'present' })],
  ]),
  ...onBoth('a document has the fields that it was last given', fielded, async (find, store) => {
    await putAll(store, fieldsOf({ plain: { status: ['Done', 'done'] } }))
    assert.deepEqual((await find([valued('status', 'done')])).toSorted(), ['lists', 'plain'])
    assert.deepEqual(await find([valued('status', 'open')]), [])
    await store.removeDocuments([{ root: 'notes', path: 'plain' }])
    assert.deepEqual(await find([valued('status', 'done')]), ['lists'])
  }),
  ...lets(
    'keys and values of fields are text, whatever they hold',
    fieldsOf({ all: Object.fromEntries(hostileTexts.map((text, place) => [text, [text, place]])) }),
    hostileTexts.flatMap((text, place): Passing[] => [
      [valued(text, `${place}`), 'all'],
      [valued(text, `${place}5`)],
      [valued('gone', text)],
    ]),
  ),
}

const spoken: readonly FilteredDocument[] = [
  {
    path: 'a.md',
    chunks: {
      night: { text: '1', words: wordsOf('harbour lights|light night') },
      place: { text: '2', words: wordsOf('harbour', { parts: 'day light', place: 'docs night' }) },
    },
  },
  {
    root: 'other',
    path: 'b.md',
    chunks: { day: { text: '3', words: wordsOf('harbour day light and so on') } },
  },
]

/** A query of this many levels. */
function nested(levels: number): KeywordQuery {
  return levels === 1 ? word('light') : { kind: 'all', parts: [nested(levels - 1)] }
}

const wordCases = lets(
  'a filter by words lets through what matches its query, and no text in it is syntax',
  spoken,
  [
    [ofWords(word('night')), 'night', 'place'],
    [ofWords(word('lights'))],
    [ofWords(phrase('day', 'light')), 'place', 'day'],
    [ofWords(placed('docs', 'night')), 'place'],
    [ofWords(prefix('ni')), 'night', 'place'],
    [ofWords(any('day', 'gone')), 'place', 'day'],
    [ofWords(all('day', 'night')), 'place'],
    [ofWords(without(word('light'), word('night'))), 'day'],
    [ofWords(nested(maximumQueryDepth)), 'night', 'place', 'day'],
    ...[any(), all(), phrase(), word(''), word('!')].map((query): Passing => [ofWords(query)]),
    ...hostileTexts.flatMap((text) =>
      [word(text), phrase('harbour', text), prefix(text), placed(text)].map((query): Passing => [
        ofWords(query),
      ]),
    ),
  ],
)

/** A thousand chunks that answer better than the three of the other document. */
const unequal: readonly FilteredDocument[] = ['many', 'few'].map((name) => {
  const [count, text] =
    name === 'many'
      ? [1000, (number: number) => `${number / 100} harbour harbour`]
      : [3, (number: number) => `${number + 80} harbour ${'filler '.repeat(50)}`]
  const chunks = Array.from({ length: count }, (_, number) => [
    `${name}${number}`,
    { text: text(number), heading: [name] },
  ])
  const date = name === 'many' ? '2025-01-01' : '2026-01-01'
  return {
    root: name,
    path: `${name}.md`,
    date,
    metadata: { kind: name },
    chunks: Object.fromEntries(chunks),
  }
})

/** Every kind of condition, each letting through the few. */
const few: readonly SearchCondition[] = [
  ofRoots('few'),
  ofPaths('few.*'),
  ofHeadings('few'),
  ofDates('2025-06-01', null),
  valued('kind', 'few'),
  ofField('kind', { operator: '<', value: 'm' }),
  ofWords(word('filler')),
  ...[ofRoots('many'), ofPaths('many.*'), ofHeadings('many'), valued('kind', 'many')].map(not),
]

const shared: readonly FilteredDocument[] = ['a', 'b'].map((id) => ({
  path: id,
  chunks: { [id]: { text: '10 harbour' } },
}))

const joinedCases: Cases = {
  ...onBoth(
    'a filter acts before the limit: a small set is not starved by a large one',
    unequal,
    async (find) => {
      for (const condition of few) {
        assert.deepEqual(
          (await find([condition], 5)).toSorted(),
          ['few0', 'few1', 'few2'],
          JSON.stringify(condition),
        )
      }
      assert.deepEqual(
        (await find([], 5)).filter((id) => id.startsWith('few')),
        [],
      )
    },
  ),
  ...lets('a text that two documents share is found in the wanted one alone', shared, [[ofPaths('b'), 'b']]),
  ...onBoth('every condition must hold, and no condition is no filter', spoken, async (find) => {
    const joined: readonly (readonly [SearchFilter, ...string[]])[] = [
      [[], 'day', 'night', 'place'],
      [[ofRoots('notes', 'other'), not(ofPaths('b.md'))], 'night', 'place'],
      [[not(ofPaths('b.md')), ofWords(word('day')), ofRoots('notes')], 'place'],
      [[ofWords(word('light')), not(ofWords(word('night')))], 'day'],
      [[ofRoots('notes'), ofRoots('other')]],
      [Array.from({ length: maximumConditions }, () => ofRoots('other')), 'day'],
    ]
    for (const [filter, ...ids] of joined) assert.deepEqual((await find(filter)).toSorted(), ids)
  }),
  ...onBoth('a filter of too many conditions, or by too deep a query, is refused', spoken, async (find) => {
    const conditions = Array.from({ length: maximumConditions + 1 }, () => ofRoots('notes'))
    await rejectsWith('STORE_INVALID_QUERY', find(conditions), find([ofWords(nested(maximumQueryDepth + 1))]))
  }),
}

/** Which chunks a filter lets through, by words and by vector. */
export const filterCases: Cases = {
  ...rootCases,
  ...pathCases,
  ...headingCases,
  ...dateCases,
  ...fieldCases,
  ...wordCases,
  ...joinedCases,
}
