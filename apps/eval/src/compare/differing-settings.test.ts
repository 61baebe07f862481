import { describe, expect, it } from 'vitest'
import { run } from './__fixtures__/runs.js'
import { differingSettings } from './differing-settings.js'

describe('differingSettings', () => {
  it('are none of a run and itself', () => {
    expect(differingSettings(run([], []), run([], []))).toEqual([])
  })

  it('are all that may be why answers differ, in words', () => {
    const other = run([], [], {
      version: '1.1.0',
      settings: {
        model: null,
        depth: 20,
        minScore: 0.35,
        candidates: 24,
        chunking: { target: 200, overlap: 0 },
      },
    })
    expect(differingSettings(run([], []), other)).toEqual([
      { name: 'version', first: '1.0.0', second: '1.1.0' },
      { name: 'model', first: 'local mini, 384 dimensions, prompts none', second: 'none, words alone' },
      { name: 'chunk tokens', first: '400', second: '200' },
      { name: 'chunk overlap', first: '80', second: '0' },
      { name: 'candidates', first: '100', second: '24' },
      { name: 'depth', first: '10', second: '20' },
      { name: 'min score', first: '0', second: '0.35' },
    ])
  })
})
