import { describe, expect, it } from 'vitest'
import { bothRankings, sentCandidates } from '../../__fixtures__/both-rankings.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import type { SearchOptions } from '../search-options.js'

async function searching(notes: Readonly<Record<string, string>>) {
  const { memory } = await testMemory()
  await memory.index([notesFolder(notes)])
  const search = async (query: string, options: SearchOptions = {}) =>
    (await memory.search(query, { threshold: 0, limit: 8, ...options })).answer
  const paths = async (query: string, options?: SearchOptions) =>
    (await search(query, options)).results.map(({ path }) => path)
  return { memory, search, paths }
}

/** Notes that answer "harbour fee" less and less. */
const fees = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `fee${index}.md`,
      `Harbour fee ${'of boats and ships '.repeat(index + 2)}${'xyzuvwrst'[index]}`,
    ]),
  )

describe('a note that is not in force', () => {
  const old = '---\nstatus: deprecated\n---\nHarbour fee: 10.'

  it('loses three positions, six if the query is about now, none if status is off', async () => {
    const { search, paths } = await searching({ 'old.md': old, ...fees(8) })
    const positionOf = async (query: string, options?: SearchOptions) =>
      (await paths(query, options)).indexOf('old.md')
    expect(await positionOf('harbour fee')).toBe(3)
    expect(await positionOf('current harbour fee')).toBe(6)
    expect(await positionOf('harbour fee', { status: false })).toBe(0)
    const [lowered, plain] = [await search('harbour fee'), await search('harbour fee', { status: false })]
    expect(lowered.results[3]).toMatchObject({ status: 'deprecated', adjustment: { from: 1, to: 4 } })
    expect(lowered.results[5]).not.toHaveProperty('adjustment')
    expect(plain.results[0]).toMatchObject({ status: 'deprecated' })
  })

  it('loses no position to weak results', async () => {
    const weak = Object.fromEntries(
      [1, 2, 3].map((n) => [`boat${n}.md`, `A boat of ${n} owners, and its harbour.`]),
    )
    const { paths } = await searching({ 'old.md': old, 'fee.md': 'The harbour fee is 12.', ...weak })
    const positionOf = async (threshold: number) =>
      (await paths('harbour fee', { threshold })).indexOf('old.md')
    expect([await positionOf(0.6), await positionOf(0)]).toEqual([1, 4])
  })

  it('comes directly after the note that supersedes it, wherever the link is', async () => {
    const link = '---\nsuperseded_by: "[[fee6]]"\n---\nHarbour fee: 10.'
    const newer = `---\nsupersedes: old\n---\n${fees(7)['fee6.md']}`
    for (const notes of [{ 'old.md': link }, { 'old.md': 'Harbour fee: 10.', 'fee6.md': newer }]) {
      const { search, paths } = await searching({ ...fees(7), ...notes })
      const order = await paths('harbour fee')
      expect([order[0], order.indexOf('old.md')]).toEqual(['fee6.md', 4])
      expect((await search('harbour fee')).results[4]?.status).toBe('superseded')
      expect((await paths('harbour fee', { status: false }))[0]).toBe('old.md')
    }
  })

  it('is judged as before, so that the decision does not change', async () => {
    const { search } = await searching({ 'old.md': old, ...fees(3) })
    for (const options of [{ limit: 1 }, { limit: 1, threshold: 0.999 }]) {
      const [one, other] = [
        await search('harbour fee', options),
        await search('harbour fee', { ...options, status: false }),
      ]
      expect([one.confidence, one.heldBack]).toEqual([other.confidence, other.heldBack])
    }
  })
})

describe('a copy', () => {
  const original = '# Shopping\n\nBuy a new coffee grinder and call Lena about the boiler before Easter.'
  const conflict = 'list (conflicted copy 2026-03-04).md'

  it('follows its original and is marked, even without it', async () => {
    const copies = { [conflict]: 'A coffee grinder.', 'list 2.md': `${original} And filters.` }
    const { search, paths } = await searching({ 'list.md': original, ...copies })
    expect((await paths('coffee grinder'))[0]).toBe('list.md')
    const marks = (await search('coffee grinder')).results.map(({ copyOf }) => copyOf)
    expect(marks).toEqual([undefined, 'list.md', 'list.md'])
    const [only] = (await search('filters')).results
    expect(only).toMatchObject({ path: 'list 2.md', copyOf: 'list.md' })
  })

  it('is merged into its original if the files are equal, however short', async () => {
    const notes = { 'a/list.md': original, [`a/${conflict}`]: original, 'a/list copy.md': original }
    const { search } = await searching(notes)
    const { results } = await search('coffee grinder')
    expect(results.map(({ path, duplicates }) => [path, duplicates.length])).toEqual([['a/list.md', 2]])
    const all = await search('coffee grinder', { mergeDuplicates: false })
    expect(all.results.map(({ copyOf }) => copyOf)).toEqual([undefined, 'a/list.md', 'a/list.md'])
  })

  it('is no copy without an original in its folder, or with another text and a weak name', async () => {
    const { search } = await searching({
      'a/list 2.md': original,
      'list.md': original,
      'Chapter.md': 'The coffee was cold when the grinder stopped, and nobody in the village spoke.',
      'Chapter 2.md': 'In spring a coffee merchant came over the hills with a grinder made of brass.',
    })
    const { results } = await search('coffee grinder')
    expect(results.map(({ copyOf }) => copyOf)).toEqual(results.map(() => undefined))
    expect(results).toHaveLength(4)
  })

  it('has the same place in a page', async () => {
    const status = '---\nstatus: draft\n---\nA coffee grinder.'
    const { memory } = await searching({
      'list.md': original,
      [conflict]: 'A coffee grinder.',
      'draft.md': status,
    })
    const sent = await sentCandidates(memory, 'current coffee grinder')
    const { page, search } = await bothRankings(memory, sent, [{}, { status: false }, { limit: 1 }])
    expect(page).toEqual(search)
  })
})
