import type { Check } from './check.js'
import { lets, ofPaths, onBothRetrievers, type SampleDocument } from './filter-samples.js'

const notes: readonly SampleDocument[] = [
  { path: 'todo.md', chunks: { todo: {} } },
  { path: 'decisions/auth.md', chunks: { auth: {}, auth2: {} } },
  { path: 'decisions/2026/Cafe\u0301 [draft].md', chunks: { cafe: {} } },
  { path: 'people/Ça va, 吳佩珊？.txt', chunks: { person: {} } },
  { root: 'other', path: 'decisions/auth.md', chunks: { other: {} } },
]

/** Globs, by what they find among the paths above. */
const found: Readonly<Record<string, readonly string[]>> = {
  'todo.md': ['todo'],
  'TODO.MD': ['todo'],
  todo: [],
  'todo.md/': [],
  '*.md': ['todo'],
  '*': ['todo'],
  '**': ['todo', 'auth', 'auth2', 'cafe', 'person', 'other'],
  '**/*.md': ['todo', 'auth', 'auth2', 'cafe', 'other'],
  '**/auth.md': ['auth', 'auth2', 'other'],
  '**/todo.md': ['todo'],
  'decisions/*': ['auth', 'auth2', 'other'],
  'decisions/**': ['auth', 'auth2', 'cafe', 'other'],
  'decisions/**/*.md': ['auth', 'auth2', 'cafe', 'other'],
  '*/*/*': ['cafe'],
  '**/2026/**': ['cafe'],
  'd*s/a??h.md': ['auth', 'auth2', 'other'],
  'decisions?auth.md': [],
  'decisions[/]auth.md': [],
  '**/[ab]*': ['auth', 'auth2', 'other'],
  '**/[!a-b]*': ['todo', 'cafe', 'person'],
  '{todo,decisions/auth}.md': ['todo', 'auth', 'auth2', 'other'],
  '{people,decisions/{2025,2026}}/*': ['cafe', 'person'],
  '**/CAFÉ*': ['cafe'],
  '**/café \\[draft\\].md': ['cafe'],
  '**/café [draft].md': [],
  '**/*吳*': ['person'],
  'people/ca va, 吳佩珊?.txt': ['person'],
  '**/*{*': [],
  '**{*.txt': [],
}

/** Filters by path. */
export const pathFilterCases: readonly Check[] = [
  ...onBothRetrievers('a glob finds the paths that it fits', notes, async (find) => {
    for (const [glob, through] of Object.entries(found)) await lets(find, ofPaths(glob), through)
  }),
  ...onBothRetrievers('one of several globs will do, of none nothing fits', notes, async (find) => {
    await lets(find, ofPaths('todo.md', 'people/*', 'gone/**'), ['todo', 'person'])
    await lets(find, ofPaths(), [])
  }),
  ...onBothRetrievers(
    'a glob that would take long by trial and error does not',
    [{ path: `${'a'.repeat(200)}/${'a'.repeat(200)}`, chunks: { a: {} } }],
    async (find) => {
      await lets(find, ofPaths(`${'*a'.repeat(400)}b`), [])
      await lets(find, ofPaths(`${'**a'.repeat(300)}b`), [])
      await lets(find, ofPaths(`${'**/'.repeat(300)}*b`), [])
      await lets(find, ofPaths(`${'{a,aa}'.repeat(150)}b`), [])
      await lets(find, ofPaths('{'.repeat(900)), [])
      await lets(find, ofPaths(`${'{'.repeat(400)}**${'}'.repeat(400)}`), ['a'])
      await lets(find, ofPaths('*'.repeat(100_000)), [])
    },
  ),
]
