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
      depth: 20,
      settings: {
        model: null,
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

  it('are not known where another program made a run, but for its depth', () => {
    const imported = run([], [], { settings: null, version: '1.1.0', depth: 20 })
    expect(differingSettings(imported, run([], []))).toEqual([
      { name: 'version', first: null, second: '1.0.0' },
      { name: 'model', first: null, second: 'local mini, 384 dimensions, prompts none' },
      { name: 'chunk tokens', first: null, second: '400' },
      { name: 'chunk overlap', first: null, second: '80' },
      { name: 'candidates', first: null, second: '100' },
      { name: 'depth', first: '20', second: '10' },
      { name: 'min score', first: null, second: '0' },
    ])
    expect(differingSettings(imported, run([], [], { settings: null, depth: 20 }))).toEqual([])
  })
})
