import { describe, expect, it } from 'vitest'
import { createLexicon } from './languages/lexicon.js'
import { readJoined } from './read-joined.js'
import { showTree } from './testing/show-tree.js'

function joined(text: string): string[] {
  return readJoined(text, createLexicon(text, [])).map(({ feature }) => showTree(feature))
}

describe('readJoined', () => {
  it.each([
    ['max concurrent processes', ['maxconcurr', 'maxconcurrentprocess', 'concurrentprocess']],
    ['update age on has', ['updateag', 'updateageon', 'updateageonha']],
    ['get the value', ['getthevalu']],
    ['what is it', []],
    ['ab cd', []],
    ['one', []],
    ['数据库 迁移', []],
    ['read src/lib.ts now', []],
    ['', []],
  ])('%j', (text, names) => expect(joined(text)).toEqual(names))

  it('takes long questions for no names', () => {
    expect(joined(Array.from({ length: 9 }, (_, place) => `word${place}`).join(' '))).toEqual([])
  })
})
