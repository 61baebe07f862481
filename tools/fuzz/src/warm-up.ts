import type { Case } from './queries/generate-case.ts'

const where = [
  'a',
  'a=b',
  'a=2026-02',
  'a!=b',
  ...['<', '<=', '>', '>='].flatMap((operator) =>
    ['b', '3', '2026-02-11', '2026'].map((value) => `a${operator}${value}`),
  ),
  ...['1', '"b"', 'null', '[]', '[1,"b",true]'].map(
    (value) => `{"a":{"$in":${value.replace(/^[^[].*/, '[$&]')}}}`,
  ),
  ...['$lt', '$lte', '$gt', '$gte'].flatMap((operator) =>
    ['1', '"b"'].map((value) => `{"a.b.c.d":{"${operator}":${value}},"a":{"${operator}":${value}}}`),
  ),
  '{}',
  '{"a.0.b":1,"b.c":{"$exists":true},"c":{"$exists":false}}',
  '{"$or":[{"a":1},{"$not":{"b.c":"d"}}]}',
]
const queries = [
  'warm',
  'warm sun',
  '"warm sun"',
  'warm*',
  'warm AND sun',
  'warm AND NOT sun',
  'warm -rain',
  'camelCase',
  'a/b.md',
  '暖かい',
  '🙂',
]

/** Harmless searches that make every kind of statement there is. */
export function warmUp({ roots }: { roots: readonly string[] }): Case[] {
  const filters = [
    { paths: ['warm', '*.md'] },
    { headings: ['warm'] },
    { roots },
    { since: '2026-02-11' },
    { until: '2026-02-11' },
    ...where.map((text) => ({ where: [text, text] })),
  ]
  const cases = [
    ...filters.map((options) => ({ query: 'warm', options })),
    ...queries.map((query) => ({ query, options: {} })),
  ]
  return cases.flatMap(({ query, options }) => [
    { query, options },
    { query, options: { ...options, candidates: 1 } },
  ])
}
