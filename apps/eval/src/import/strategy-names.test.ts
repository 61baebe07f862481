import { describe, expect, it } from 'vitest'
import { strategyNames } from './strategy-names.js'

describe('strategyNames', () => {
  it.each([
    ['tags where all are different', ['a.run', ['x']], ['b.run', ['y']], ['x', 'y']],
    ['file names where tags are the same', ['runs/a.run', ['x']], ['b', ['x']], ['a', 'b']],
    ['file names where a file has two tags', ['a.run', ['x', 'y']], ['b.run.txt', ['z']], ['a', 'b.run']],
    ['file names where a file has none', ['a.run', []], ['b.run', ['z']], ['a', 'b']],
    ['whole names where nothing else tells', ['1/a.run', ['x']], ['2/a.run', ['x']], ['1/a.run', '2/a.run']],
  ] as const)('are %s', (_, first, second, names) => {
    const runs = [first, second].map(([file, tags]) => ({ file, tags }))
    expect(strategyNames(runs)).toEqual(names)
  })
})
