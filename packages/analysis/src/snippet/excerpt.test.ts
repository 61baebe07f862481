import { describe, expect, it } from 'vitest'
import { addContext, beginningOf, joinParts, renderExcerpt, roomFor } from './excerpt.js'
import { flattenMarkdown } from './flat-text.js'

const text = 'One two · three. Four five.'
const partOf = (words: string) => {
  const start = text.indexOf(words)
  return { start, end: start + words.length }
}
const show = (...parts: string[]) => renderExcerpt(text, joinParts(text, parts.map(partOf)))

describe('renderExcerpt', () => {
  it.each([
    [['One two'], 'One two …'],
    [['three.'], '… three. …'],
    [['Four five.'], '… Four five.'],
    [['Four five.', 'One'], 'One … Four five.'],
    [['One two', 'three.'], 'One two · three. …'],
    [['One', 'two', 'three.', 'Four', 'five.'], text],
    [[], ' …'],
  ])('shows %j as %j', (parts, shown) => {
    expect(show(...parts)).toBe(shown)
  })

  it('has room for a part of that length anywhere', () => {
    for (const start of [0, 5, text.length - roomFor(12)]) {
      const part = { start, end: start + roomFor(12) }
      expect(renderExcerpt(text, [part]).length).toBeLessThanOrEqual(12)
    }
  })
})

const flat = flattenMarkdown('# Title\n\nFirst one here. Second one here. Third one here. Fourth one here.')
const showContext = (places: readonly number[], length: number) =>
  renderExcerpt(flat.text, addContext(flat, { places, length }))

describe('addContext', () => {
  it.each([
    [[2], 25, '… Second one here. …'],
    [[2], 45, '… Second one here. Third one here. …'],
    [[2], 60, 'Title · First one here. Second one here. Third one here. …'],
    [[2], 200, flat.text],
    [[4, 1], 40, '… First one here. … Fourth one here.'],
    [[4, 1], 60, 'Title · First one here. … Third one here. Fourth one here.'],
    [[0], 24, 'Title …'],
  ])('shows sentences %j in %i units', (places, length, shown) => {
    expect(showContext(places, length)).toBe(shown)
  })

  it('cuts a neighbour only where more than half would stay empty', () => {
    const long = flattenMarkdown(`# Title\n\n${'word '.repeat(20)}end`)
    const shown = renderExcerpt(long.text, addContext(long, { places: [0], length: 60 }))
    expect(shown).toBe(`Title · ${'word '.repeat(9)}word …`)
  })
})

const cut = (source: string, room: number) => {
  const { start, end } = beginningOf(source, { start: 0, end: source.length }, room)
  return source.slice(start, end)
}

describe('beginningOf', () => {
  it.each([
    ['all of it', 20, 'all of it'],
    ['all of it', 9, 'all of it'],
    ['all of it', 8, 'all of'],
    ['all of it', 6, 'all of'],
    ['a word-that-goes-on-and-on-without-end', 36, 'a word-that-goes-on-and-on-without-e'],
    ['数据库迁移', 3, '数据库'],
    ['数𠮷𠮷', 4, '数𠮷'],
  ])('of %j, %i units are %j', (source, room, beginning) => {
    expect(cut(source, room)).toBe(beginning)
  })
})
