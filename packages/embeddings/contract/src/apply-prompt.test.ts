import { describe, expect, it } from 'vitest'
import { applyPrompt } from './apply-prompt.js'
import { promptStyles, type PromptStyle } from './prompt-styles.js'

const instruction = 'Given a web search query, retrieve relevant passages that answer the query'

describe('applyPrompt', () => {
  it.each<[PromptStyle, string, string]>([
    ['plain', 'x', 'x'],
    ['embeddinggemma', 'task: search result | query: x', 'title: none | text: x'],
    ['nomic', 'search_query: x', 'search_document: x'],
    ['bge-en', 'Represent this sentence for searching relevant passages: x', 'x'],
    ['bge-zh', '为这个句子生成表示以用于检索相关文章：x', 'x'],
    ['e5', 'query: x', 'passage: x'],
    ['e5-instruct', `Instruct: ${instruction}\nQuery: x`, 'x'],
    ['arctic-v2', 'query: x', 'x'],
    ['qwen3', `Instruct: ${instruction}\nQuery:x`, 'x'],
  ])('writes %s as the model card does', (style, query, document) => {
    expect(applyPrompt(style, 'query', 'x')).toBe(query)
    expect(applyPrompt(style, 'document', 'x')).toBe(document)
  })

  it('has no two names for one pair of prefixes', () => {
    const pairs = Object.values(promptStyles).map(({ query, document }) => JSON.stringify([query, document]))
    expect(new Set(pairs).size).toBe(pairs.length)
  })
})
