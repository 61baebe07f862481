import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPrompt, cutText, type PromptStyle, promptStyleOf, promptStyles } from './prepare-text.js'

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
  ])('has the prefixes of %s in the model card', (style, query, document) => {
    expect(applyPrompt(style, 'query', 'x')).toBe(query)
    expect(applyPrompt(style, 'document', 'x')).toBe(document)
  })

  it('has a single name per pair of prefixes', () => {
    const pairs = Object.values(promptStyles).map(({ query, document }) => JSON.stringify([query, document]))
    expect(new Set(pairs).size).toBe(pairs.length)
  })
})

describe('promptStyleOf', () => {
  it.each([
    ['embeddinggemma-300M-Q8_0', 'embeddinggemma'],
    ['google/embeddinggemma-300m', 'embeddinggemma'],
    ['nomic-embed-text-v1.5.Q4_K_M', 'nomic'],
    ['nomic-embed-text:latest', 'nomic'],
    ['Nomic Embed Text V2 MoE', 'nomic'],
    ['bge-small-en-v1.5-q8_0', 'bge-en'],
    ['BAAI/bge-large-en', 'bge-en'],
    ['bge-large:335m', 'bge-en'],
    ['Bge Base En V1.5', 'bge-en'],
    ['bge-large-zh-v1.5', 'bge-zh'],
    ['bge-m3', 'plain'],
    ['bge-reranker-v2-m3', 'plain'],
    ['e5-small-v2', 'e5'],
    ['multilingual-e5-small.q4_0', 'e5'],
    ['intfloat/e5-base-v2', 'e5'],
    ['multilingual-e5-large-instruct', 'e5-instruct'],
    ['e5-mistral-7b-instruct-Q4_K_M', 'e5-instruct'],
    ['mxbai-embed-large-v1-f16', 'bge-en'],
    ['snowflake-arctic-embed-m-v1.5', 'bge-en'],
    ['snowflake-arctic-embed:335m', 'bge-en'],
    ['snowflake-arctic-embed-l-v2.0-q8_0', 'arctic-v2'],
    ['snowflake-arctic-embed2', 'arctic-v2'],
    ['Qwen3-Embedding-0.6B-Q8_0', 'qwen3'],
    ['Qwen3 Embedding 0.6b', 'qwen3'],
    ['all-MiniLM-L6-v2.q8_0', 'plain'],
    ['all-mpnet-base-v2', 'plain'],
    ['gte-small', 'plain'],
    ['text-embedding-3-small', 'plain'],
    ['made5-large', 'plain'],
    ['', 'plain'],
  ])('recognises %s', (name, style) => {
    expect(promptStyleOf(name)).toBe(style)
  })
})

/** The estimate of the doc comment, in sixths of a token. */
function costOf(text: string): number {
  const units = Array.from({ length: text.length }, (_, position) => text.charAt(position))
  return units.reduce((sum, unit) => sum + (/[A-Za-z ]/.test(unit) ? 2 : unit < '\u0800' ? 6 : 9), 0)
}

describe('cutText', () => {
  it.each([
    ['letters', 'abc def', 2, 'abc de'],
    ['signs and digits', '1.2.3', 2, '1.'],
    ['accents', 'äöü', 2, 'äö'],
    ['Han', '日本語', 3, '日本'],
    ['pairs', '😀😀', 3, '😀'],
    ['half of a pair', '😀', 2, ''],
    ['a lone surrogate', 'a\uD83D b', 99, 'a\uFFFD b'],
    ['nothing', '', 0, ''],
  ])('cuts %s', (_, text, maxTokens, cut) => {
    expect(cutText(text, maxTokens)).toBe(cut)
  })

  it('returns the longest beginning that fits and is valid in JSON', () => {
    const pieces = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), { maxLength: 30 })
    fc.assert(
      fc.property(pieces, fc.nat(20), (given, maxTokens) => {
        const text = given.join('')
        const cut = cutText(text, maxTokens)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.toWellFormed().startsWith(cut)).toBe(true)
        expect(costOf(cut)).toBeLessThanOrEqual(6 * maxTokens)
        const [next = ''] = text.slice(cut.length)
        expect(next === '' || costOf(cut + next) > 6 * maxTokens).toBe(true)
      }),
    )
  })
})
