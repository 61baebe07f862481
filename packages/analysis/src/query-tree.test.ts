import { describe, expect, it } from 'vitest'
import { eitherOf, termKey, treeOf } from './query-tree.js'

const word = (text: string) => ({ form: text, stem: text })

describe('treeOf', () => {
  it('is a word for one, a phrase for several', () => {
    expect(treeOf(['a'])).toEqual({ kind: 'word', stem: 'a' })
    expect(treeOf(['a', 'b'])).toEqual({ kind: 'phrase', stems: ['a', 'b'] })
  })
})

describe('eitherOf', () => {
  it('is the feature itself if there is one', () => {
    const [a, b] = [treeOf(['a']), treeOf(['b'])]
    expect(eitherOf([a])).toBe(a)
    expect(eitherOf([a, b])).toEqual({ kind: 'either', features: [a, b] })
  })
})

describe('termKey', () => {
  it('tells terms apart by their forms, and prefixes from words', () => {
    const keys = [
      { words: [word('a')] },
      { words: [word('a')], isPrefix: true },
      { words: [word('a'), word('b')] },
      { words: [word('ab')] },
    ].map(termKey)
    expect(new Set(keys).size).toBe(4)
    expect(termKey({ words: [{ form: 'a', stem: 'x' }] })).toBe(keys[0])
  })
})
