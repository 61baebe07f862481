import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { failureOf } from './__fixtures__/create-model.js'
import { canaryKey } from './__fixtures__/played-openai.js'
import { createOpenAIEmbeddings } from './create-openai-embeddings.js'
import { resolveSpace } from './settings.js'

const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

describe('the space', () => {
  it.each([
    [{}, 'text-embedding-3-small', 1536, undefined],
    [{ dimensions: 1536 }, 'text-embedding-3-small', 1536, 1536],
    [{ dimensions: 256 }, 'text-embedding-3-small', 256, 256],
    [{ model: 'text-embedding-3-large' }, 'text-embedding-3-large', 3072, undefined],
    [{ model: 'text-embedding-ada-002' }, 'text-embedding-ada-002', 1536, undefined],
    [{ model: 'text-embedding-ada-002', dimensions: 1536 }, 'text-embedding-ada-002', 1536, undefined],
    [{ model: 'toString' }, 'toString', undefined, undefined],
    [{ model: 'other', dimensions: 7 }, 'other', 7, 7],
  ])('of %o', (settings, model, dimensions, requestedDimensions) => {
    expect(resolveSpace(settings)).toEqual({ model, promptStyle: 'plain', dimensions, requestedDimensions })
  })

  it('is named without the host', async () => {
    const { identity } = await createOpenAIEmbeddings({ apiKey: canaryKey, model: 'e5-small', dimensions: 5 })
    expect(identity).toEqual({ provider: 'openai', model: 'e5-small', dimensions: 5, promptStyle: 'e5' })
  })
})

describe('unusable settings', () => {
  it.each([
    ['no key', { apiKey: ' ' }],
    ['a variable that was not filled in', { apiKey: '${OPENAI_API_KEY}' }],
    ['a key with a line break', { apiKey: `${canaryKey}\nX-Other: 1` }],
    ['a model without a name', { model: ' ' }],
    ['no dimensions', { dimensions: 0 }],
    ['too many dimensions', { dimensions: 1537 }],
    [
      'fewer dimensions for a model that does not support them',
      { model: 'text-embedding-ada-002', dimensions: 256 },
    ],
    [
      'a base URL with a password',
      { baseUrl: `https://me:${encodeURIComponent(canaryKey)}@api.openai.com/v1` },
    ],
  ])('%s', async (_, settings) => {
    const fetch = () => Promise.reject(new Error('nothing may be sent'))
    const failure = await failureOf(createOpenAIEmbeddings({ apiKey: canaryKey, fetch, ...settings }))
    expect(failure).toMatchObject(unavailable)
    expect(inspect(failure)).not.toContain('CANARY')
  })
})
