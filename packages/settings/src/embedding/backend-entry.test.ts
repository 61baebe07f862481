import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ProviderName, entryOf, sourceOf } from './backend-entry.js'

const providers: readonly ProviderName[] = ['local', 'onnx', 'ollama', 'openai', 'gemini']

describe('the source of a backend', () => {
  it.each([
    [{ provider: 'local', model: '/models/a b.gguf' }, 'local:/models/a b.gguf'],
    [
      { provider: 'openai', model: 'text-embedding-3-small', dimensions: 512 },
      'openai:text-embedding-3-small?dimensions=512',
    ],
    [{ provider: 'ollama', model: 'bge-m3:567m' }, 'ollama:bge-m3:567m'],
  ] as const)('%j is %s', (entry, source) => expect(sourceOf(entry)).toBe(source))

  it('restores the backend for any model name', () => {
    const entries = fc.record({
      provider: fc.constantFrom(...providers),
      model: fc.string().filter((model) => !/\?dimensions=\d*$/u.test(model)),
      dimensions: fc.option(fc.integer({ min: 1, max: 16_384 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(entries, (entry) => {
        expect(entryOf(sourceOf(entry))).toEqual(entry)
      }),
    )
  })

  it('contains no address and no key', () => {
    const entry = {
      provider: 'openai',
      model: 'm',
      baseUrl: 'https://example.com',
      apiKey: undefined,
    } as const
    expect(sourceOf(entry)).toBe('openai:m')
  })

  it.each(['', 'm', 'elsewhere:m', ':m'])('of another program is ignored: %j', (source) => {
    expect(entryOf(source)).toBeUndefined()
  })
})
