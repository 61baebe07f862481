import { describe, expect, it } from 'vitest'
import { timesOf } from './phases.js'

const frames = {
  root: { functionName: '(root)', url: '', lineNumber: -1 },
  present: { functionName: 'present', url: 'packages/core/src/search/stages/present.ts', lineNumber: 9 },
  fold: { functionName: 'fold', url: 'packages/analysis/src/fold.ts', lineNumber: 3 },
  scan: { functionName: 'scanRoot', url: 'packages/core/src/indexer/scan.ts', lineNumber: 7 },
  collector: { functionName: '(garbage collector)', url: '', lineNumber: -1 },
}

const profile = {
  nodes: [
    { id: 1, callFrame: frames.root, children: [2, 4, 5, 6] },
    { id: 2, callFrame: frames.present, children: [3] },
    { id: 3, callFrame: frames.fold },
    { id: 4, callFrame: frames.scan },
    { id: 5, callFrame: frames.collector },
    { id: 6, callFrame: frames.fold },
  ],
  samples: [2, 3, 4, 5, 6, 3],
  timeDeltas: [1000, 2000, 4000, 8000, 16_000, 32_000],
}

describe('phases', () => {
  const sourceOf = ({ functionName, url }: (typeof frames)['root']) =>
    url === '' ? `native:${functionName}` : `${url}:${functionName}`

  it('count each sample once, for the innermost frame that has a phase', () => {
    const times = timesOf(profile, sourceOf)
    expect(Object.fromEntries([...times].filter(([, time]) => time > 0))).toEqual({
      snippets: 35,
      'changed files': 4,
      'collecting garbage': 8,
      'anything else': 16,
    })
  })
})
