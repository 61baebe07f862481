import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchCondition, SearchFilter } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { indexOf, roots } from './__fixtures__/filtered-documents.js'
import { isLetThrough } from './__fixtures__/filter-oracle.js'

const key = fc.constantFrom('tag', 'Status', 'a', 'a.b', 'due', '$', 'a"b', '', 'ключ', '$.a', 'a[0]')
const words = ['Open', 'open', 'done', 'Über', 'uber', 'null', 'true', '漢', '😀', '\uE000']
const numbers = ['3', '-3', '3.0', '12', '007', '2026']
const dates = ['2025-12', '2026-02', '2026-02-11', '2026-02-28', '2026-02-30']
const signs = ['', ' ', "' OR 1=1 --", '"', '$.a', '%', '\0', '\uD800']
const value = fc.constantFrom(...words, ...numbers, ...dates, ...signs)
const leaf = fc.oneof(value, fc.constantFrom(3, -3, 12, 2026, 0.5, 1e21, true, false, null))
const metadata = fc.dictionary(
  key,
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 2 })),
  { maxKeys: 4 },
)
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-11', '2026-02-12')
const path = fc
  .array(fc.constantFrom('a', 'b', 'Ä', 'notes', '.md', '/', "'", '%', '漢'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const glob = fc
  .array(fc.constantFrom('a', 'B', 'ä', 'notes', '.md', '/', '/*', '/**/', "'", '漢', 'b*', 'a**'), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
const title = fc.constantFrom('Access tokens', 'Über', 'a', 'b%_', '\'"', '漢字', '', 'two\nlines')

const stems = fc.array(fc.constantFrom('red', 'light', '漢'), { maxLength: 4 }).map((list) => list.join(' '))

const documents = fc.uniqueArray(
  fc.record({
    root: fc.constantFrom(...roots),
    path,
    date: fc.option(day, { nil: undefined }),
    metadata,
    sections: fc.array(title, { maxLength: 3 }),
    row: fc.record({ words: stems, parts: stems, place: stems }),
  }),
  { maxLength: 12, selector: (document) => `${document.root}:${document.path}` },
)

const knownStem = fc.constantFrom('red', 'light', 'r', '漢', 'gone', '')
const nothing = { words: '', parts: '', place: '' }

/** Filters of conditions of these texts, of a few levels. */
function filtersOf(text: Texts): fc.Arbitrary<SearchFilter> {
  const condition = conditions(text)
  const { filter } = fc.letrec<{ filter: SearchFilter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      condition,
      fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
      fc.record({
        kind: fc.constantFrom('all' as const, 'any' as const),
        filters: fc.array(tie('filter'), { maxLength: 3 }),
      }),
    ),
  }))
  return filter
}

interface Texts {
  name: fc.Arbitrary<string>
  glob: fc.Arbitrary<string>
  title: fc.Arbitrary<string>
  key: fc.Arbitrary<string>
  value: fc.Arbitrary<string>
  stem: fc.Arbitrary<string>
}

/** Conditions of these texts. */
function conditions(text: Texts): fc.Arbitrary<SearchCondition> {
  const stemList = fc.array(text.stem, { maxLength: 3 })
  const query: fc.Arbitrary<QueryTree> = fc.oneof(
    fc.record({ kind: fc.constant('word' as const), stem: text.stem }),
    fc.record({ kind: fc.constant('prefix' as const), prefix: text.stem }),
    fc.record({ kind: fc.constantFrom('phrase' as const, 'place' as const), stems: stemList }),
    stemList.map(
      (list) => ({ kind: 'any', parts: list.map((stem) => ({ kind: 'word', stem }) as const) }) as const,
    ),
  )
  const some = (values: fc.Arbitrary<string>) => fc.array(values, { maxLength: 3 })
  const test = fc.oneof(
    fc.constant({ operator: 'present' } as const),
    fc.record({ operator: fc.constant('=' as const), values: some(text.value) }),
    fc.record({ operator: fc.constantFrom('<', '<=', '>', '>='), value: text.value }),
  )
  return fc.oneof(
    fc.record({ kind: fc.constant('root' as const), names: some(text.name) }),
    fc.record({ kind: fc.constant('path' as const), globs: some(text.glob) }),
    fc.record({ kind: fc.constant('heading' as const), texts: some(text.title) }),
    fc.record({ kind: fc.constant('date' as const), from: fc.option(day), to: fc.option(day) }),
    fc.record({ kind: fc.constant('field' as const), keys: some(text.key), test }),
    fc.record({ kind: fc.constant('words' as const), query }),
  )
}

describe('a filter', () => {
  it('lets through what its definition says', async () => {
    const known = filtersOf({
      name: fc.constantFrom(...roots, 'gone'),
      glob,
      title,
      key,
      value,
      stem: knownStem,
    })
    let through = 0
    await fc.assert(
      fc.asyncProperty(documents, fc.array(known, { minLength: 1, maxLength: 20 }), async (kept, filters) => {
        const find = indexOf(kept)
        for (const filter of filters) {
          const expected = kept.flatMap((document, place) => (isLetThrough(document, filter) ? [place] : []))
          expect(find(filter), JSON.stringify(filter)).toEqual(expected)
          through += expected.length
        }
      }),
      { numRuns: 100 },
    )
    expect(through).toBeGreaterThan(300)
  })

  it('is never an error, whatever keys and values hold', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...`"'[]{}$.:*?/\\%_-()0a\0`) }),
    )
    const hostile = conditions({ name: text, glob: text, title: text, key: text, value: text, stem: text })
    const kept = fc.record({
      metadata: fc.dictionary(text, fc.oneof(text, fc.array(text))),
      sections: fc.array(text),
    })
    await fc.assert(
      fc.asyncProperty(
        kept,
        fc.array(hostile, { minLength: 1, maxLength: 20 }),
        async (document, filters) => {
          const find = indexOf([{ ...document, root: 'notes', path: 'a.md', date: undefined, row: nothing }])
          for (const condition of filters) {
            const both = [find(condition), find({ kind: 'not', filter: condition })]
            expect(both.flat()).toEqual([0])
          }
          for (const [name, held] of Object.entries(document.metadata)) {
            const values = [held].flat().filter((each) => /[\p{L}\p{N}]/u.test(each))
            if (values.length === 0) continue
            expect(find({ kind: 'field', keys: [name], test: { operator: '=', values } })).toEqual([0])
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
