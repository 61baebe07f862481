import { describe, expect, it } from 'vitest'
import { beginningOf } from './cut.js'

const cut = (text: string, room: number) => {
  const { start, end } = beginningOf(text, { start: 0, end: text.length }, room)
  return text.slice(start, end)
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
  ])('of %j, %i units are %j', (text, room, beginning) => {
    expect(cut(text, room)).toBe(beginning)
  })
})
