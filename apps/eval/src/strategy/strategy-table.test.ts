import { strategyNames } from '@recallite/fusion'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { chooseStrategies } from './strategy-table.js'

function namesOf(names?: string[]): string[] {
  return chooseStrategies(names).map(({ name }) => name)
}

const configurations = ['issue-16021-workaround', 'issue-16021-fix']

const fusions = ['convex', 'weighted', 'rrf', 'openclaw-2026.2']

const all = ['keyword', 'vector', 'recallite', ...fusions, ...configurations]

describe('chooseStrategies', () => {
  it('returns this program, each retriever, the common fusions and replays, but no controls', () => {
    expect(namesOf()).toEqual(all)
    expect(namesOf(['all'])).toEqual(all)
  })

  it('returns the named strategies in order, each once', () => {
    expect(namesOf(['rrf', 'vector', 'rrf', 'reversed'])).toEqual(['rrf', 'vector', 'reversed'])
    expect(namesOf(['rrf', 'all'])).toEqual(['rrf', ...all.filter((name) => name !== 'rrf')])
  })

  it('returns any other fusion by its name', () => {
    expect(namesOf(strategyNames())).toEqual(strategyNames())
    expect(chooseStrategies(['dbsf'])[0]?.options).toEqual({ fusion: 'dbsf' })
  })

  it('runs this program as its users do', () => {
    expect(chooseStrategies(['recallite'])[0]?.options).toEqual({})
  })

  it('keeps the threshold and candidates of replays', () => {
    const replays = chooseStrategies().filter(({ isReplay }) => isReplay)
    expect(replays.map(({ name }) => name)).toEqual([
      'openclaw-2026.2',
      'issue-16021-workaround',
      'issue-16021-fix',
    ])
  })

  it('B5: fixes one bug of OpenClaw 2026.2 at a time', () => {
    const names = ['openclaw-2026.2', 'issue-16021-fix-1', 'issue-16021-fix-2', 'issue-16021-fix-3']
    const [openclaw, ...fixes] = chooseStrategies(names).map(
      ({ options }) => new Map(Object.entries(options)),
    )
    const changes = fixes.map((options) =>
      [...options.keys()].filter((key) => options.get(key) !== openclaw?.get(key)),
    )
    const ofRanks = ['fusion', 'rrfK', 'vectorWeight', 'textWeight', 'rrfNormalize']
    expect(changes).toEqual([['parseQuery'], ['textNormalization'], expect.arrayContaining(ofRanks)])
    expect(changes[2]).toHaveLength(ofRanks.length)
  })

  it('rejects an unknown name, and suggests the most similar one', () => {
    const failure = failureOf(() => chooseStrategies(['konvex']))
    expect(failure).toMatchObject({ name: 'UsageError', message: expect.stringMatching(/mean "convex"\?/) })
    expect(failureOf(() => chooseStrategies([]))).toMatchObject({ name: 'UsageError' })
  })
})
