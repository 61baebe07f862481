import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveSettings } from './settings.js'

describe('resolveSettings', () => {
  it('fills in the defaults', () => {
    expect(resolveSettings({ modelPath: 'models/a.gguf' })).toEqual({
      task: 'embed',
      modelPath: resolve('models/a.gguf'),
      threads: availableParallelism(),
      contextSize: 2048,
      loadTimeout: 60_000,
      embedTimeout: 30_000,
      child: new URL('./child.js', import.meta.url),
    })
  })

  it('keeps what is given', () => {
    const given = {
      threads: 3,
      contextSize: 99,
      loadTimeout: 1,
      embedTimeout: 2,
      child: new URL('file:///child.js'),
    }
    expect(resolveSettings({ modelPath: '/a.gguf', ...given })).toEqual({
      task: 'embed',
      modelPath: resolve('/a.gguf'),
      ...given,
    })
  })
})
