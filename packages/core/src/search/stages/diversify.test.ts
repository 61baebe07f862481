import fc from 'fast-check'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { indexedMemory } from '../../__fixtures__/test-memory.js'
import type { SearchOptions } from '../search-options.js'

/** A memory of these notes, and a search that returns paths and lines. */
async function memoryOf(notes: Readonly<Record<string, string>>, store?: Store) {
  const { memory } = await indexedMemory(notes, store && { store })
  const search = async (query: string, options: SearchOptions = {}) =>
    (await memory.search(query, { threshold: 0, ...options })).answer
  const linesOf = async (query: string, options?: SearchOptions) =>
    (await search(query, options)).results.map(
      ({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`,
    )
  const pathsOf = async (query: string, options?: SearchOptions) =>
    (await search(query, options)).results.map(({ path }) => path)
  return { memory, search, linesOf, pathsOf }
}

/** A note with this number of sections about the harbour, each a chunk; later ones mention it less. */
function sections(name: string, count: number): string {
  const texts = Array.from(
    { length: count },
    (_, index) => `# ${name} ${index}\n\nharbour ${`${name} fees `.repeat(90 + 10 * index)}`,
  )
  return `${texts.join('\n\n')}\n`
}

const harbour = {
  'a.md': sections('alder', 6),
  'b.md': sections('birch', 2),
  'c.md': 'The harbour opens early in the day.',
}

describe('results per document', () => {
  it('are two by default, and more after those of all other documents', async () => {
    const { pathsOf } = await memoryOf(harbour)
    const maxPerNote = async (limit: number) => {
      const paths = await pathsOf('harbour', { limit })
      return [paths.filter((path) => path === 'a.md').length, new Set(paths).size]
    }
    expect(await maxPerNote(5)).toEqual([2, 3])
    expect(await maxPerNote(9)).toEqual([6, 3])
    expect((await pathsOf('harbour', { limit: 9 })).slice(5)).toEqual(['a.md', 'a.md', 'a.md', 'a.md'])
    expect(await pathsOf('harbour', { limit: 6, paths: ['a.md'] })).toHaveLength(6)
  })

  it('are limited by the option; 0 means any number', async () => {
    const { pathsOf } = await memoryOf(harbour)
    expect((await pathsOf('harbour', { perDocument: 1 })).toSorted()).toEqual(['a.md', 'b.md', 'c.md'])
    expect(await pathsOf('harbour', { perDocument: 3, limit: 9 })).toHaveLength(6)
    const any = await pathsOf('harbour alder', { perDocument: 0, limit: 6 })
    expect(any.filter((path) => path === 'a.md').length).toBeGreaterThan(3)
  })
})

describe('near duplicates', () => {
  const text =
    'To open the harbour gate, turn the left key twice, wait for the green lamp above the door, and then lift the handle slowly.'

  it('are one result, which lists the others', async () => {
    const notes = { 'copy.md': text, 'gate.md': text, 'other.md': 'The harbour opens early.' }
    const { search } = await memoryOf(notes)
    const { results, explanation } = await search('harbour gate key')
    expect(results).toHaveLength(2)
    const [path = '', other = ''] = Object.keys(notes).toSorted((a) => (a === results[0]?.path ? -1 : 1))
    expect(results[0]?.path).toBe(path)
    expect(results[0]?.duplicates).toEqual([
      expect.objectContaining({ path: other, startLine: 1, endLine: 1 }),
    ])
    expect(results[1]?.duplicates).toEqual([])
    expect(explanation.stages.find(({ stage }) => stage === 'diversify')?.did).toContain('1 merged')
    expect((await search('harbour gate key', { mergeDuplicates: false })).results).toHaveLength(3)
  })

  it('are not texts that differ in a number or in query coverage', async () => {
    const { search } = await memoryOf({
      'a.md': `${text} Version 1.`,
      'b.md': `${text} Version 2.`,
      'c.md': `${text} Version 1, blue.`,
    })
    expect((await search('harbour gate blue')).results).toHaveLength(3)
    expect((await search('harbour gate')).results).toHaveLength(2)
  })
})

describe('link-only chunks', () => {
  const toc = (name: string) =>
    `# Contents\n\n- [Harbour fees](${name}.md#fees)\n- [[harbour]]\n1. Harbour ...... 12\n`
  const links = { 'a.md': toc('one'), 'b.md': toc('two'), 'c.md': toc('three') }
  const text = { 'fees.md': `${'Ships pay at the gate. '.repeat(40)}The harbour asks for fees.` }

  it('are one result, and more only after other chunks', async () => {
    const { pathsOf } = await memoryOf({ ...links, ...text })
    for (const given of [{}, { perDocument: 1 }]) {
      const paths = await pathsOf('harbour fees', given)
      expect(paths).toHaveLength(4)
      expect(paths.slice(0, 2)).toContain('fees.md')
    }
    const unmerged = await pathsOf('harbour fees', { mergeDuplicates: false })
    expect(unmerged.indexOf('fees.md')).toBe(3)
  })

  it('are found if there is nothing else', async () => {
    const { pathsOf } = await memoryOf(links)
    expect(await pathsOf('harbour fees')).toHaveLength(3)
  })
})

/** Notes of one to twelve sections, some of them in two files, and link-only notes. */
async function manyNotes(store?: Store) {
  const names = ['alder', 'birch', 'cedar', 'elm', 'fir', 'gorse']
  const notes = names.map((name, index) => [`${name}.md`, sections(name, 2 * index + 1)])
  const copies = names.slice(0, 3).map((name, index) => [`copy-${name}.md`, sections(name, 2 * index + 1)])
  const links = names.slice(3).map((name) => [`links-${name}.md`, `[harbour fees](${name}.md)`])
  return memoryOf(Object.fromEntries([...notes, ...copies, ...links]), store)
}

describe('reading', () => {
  const options = fc.record<SearchOptions>({
    perDocument: fc.constantFrom(undefined, 0, 1, 3),
    mergeDuplicates: fc.boolean(),
    recency: fc.constantFrom(undefined, 10),
  })

  it('returns the first results of a larger limit, with the same fields', async () => {
    const { search } = await manyNotes()
    await fc.assert(
      fc.asyncProperty(options, fc.integer({ min: 1, max: 40 }), async (given, limit) => {
        const ask = async (count: number) =>
          (await search('harbour fees elm', { ...given, limit: count })).results
        expect(await ask(limit)).toEqual((await ask(limit + 1)).slice(0, limit))
      }),
      { numRuns: 60 },
    )
  })

  it('reads no item twice, and few more than it returns', async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    const read: string[] = []
    const counting = {
      ...store,
      readItems: (ids: readonly string[]) => (read.push(...ids), store.readItems(ids)),
    }
    const { search } = await manyNotes(counting)
    await search('harbour fees elm', { limit: 4 })
    expect(read.length).toBeLessThanOrEqual(32)
    for (const given of [{}, { limit: 30 }, { recency: 10 }]) {
      read.length = 0
      await search('harbour fees elm', given)
      expect(new Set(read).size).toBe(read.length)
    }
  })

  it('puts the next item in the position of a damaged one', async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    const damaged = new Set<string>()
    const spoilt: Store = {
      ...store,
      async readItems(ids) {
        const { items } = await store.readItems(ids)
        return {
          items: items.filter(({ id }) => !damaged.has(id)),
          damaged: ids.filter((id) => damaged.has(id)).map((id) => ({ id, document: null })),
        }
      },
    }
    const { search } = await manyNotes(spoilt)
    const whole = await search('harbour fees elm', { perDocument: 0, mergeDuplicates: false, limit: 8 })
    const [first, second, third, ...others] = whole.results.map(({ id }) => id)
    for (const id of [second, others[3]]) if (id !== undefined) damaged.add(id)
    const { results, degraded } = await search('harbour fees elm', {
      perDocument: 0,
      mergeDuplicates: false,
      limit: 3,
    })
    expect(results.map(({ id }) => id)).toEqual([first, third, others[0]])
    expect(degraded.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^1 result is damaged/)])
  })
})
