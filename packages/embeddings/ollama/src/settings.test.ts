import { describe, expect, it } from 'vitest'
import { resolveSpace } from './settings.js'

describe('resolveSpace', () => {
  it.each([
    ['nomic-embed-text', 2048],
    ['embeddinggemma:300m', 2048],
    ['no-name', 2048],
    ['all-minilm:33m', 256],
    ['mxbai-embed-large:latest', 512],
    ['someone/bge-large', 512],
    ['snowflake-arctic-embed:22m', 512],
    ['snowflake-arctic-embed2', 8192],
    ['nomic-embed-text-v2-moe', 512],
    ['bge-m3', 8192],
    ['registry.example:5000/team/qwen3-embedding:0.6b', 8192],
  ])('sends %s %i tokens of a text at most', (model, contextSize) => {
    expect(resolveSpace({ model }).contextSize).toBe(contextSize)
    expect(resolveSpace({ model, contextSize: 77 }).contextSize).toBe(77)
  })

  it('does not know the length of models that are only named alike', () => {
    expect(resolveSpace({ model: 'nomic-embed-text:v1.5' }).dimensions).toBe(768)
    expect(resolveSpace({ model: 'nomic-embed-text-v2-moe' }).dimensions).toBeUndefined()
    expect(resolveSpace({ model: 'someone/nomic-embed-text' }).dimensions).toBeUndefined()
  })
})
