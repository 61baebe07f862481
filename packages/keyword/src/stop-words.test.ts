import { describe, expect, it } from 'vitest'
import { isStopWord } from './stop-words.js'

describe('B7: isStopWord', () => {
  it.each(['the', 'The', 'WHAT', 'don', '的', '什么', 'が', 'です'])('%j is a stop word', (word) => {
    expect(isStopWord(word)).toBe(true)
  })

  it.each(['token', 'may', 'go', 'c', 'x', 'der', '数据', '会議', '2026', ''])('%j is content', (word) => {
    expect(isStopWord(word)).toBe(false)
  })
})
