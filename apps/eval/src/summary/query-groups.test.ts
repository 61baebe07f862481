import { describe, expect, it } from 'vitest'
import { groupQueries } from './query-groups.js'

function groupsOf(...kinds: string[]) {
  return groupQueries(kinds.map((kind) => ({ kind }))).map(({ kind, positions }) => [kind, positions])
}

describe('groupQueries', () => {
  it('are all, then each kind in order of first appearance', () => {
    expect(groupsOf('vague', 'direct', 'vague', 'adjacent')).toEqual([
      ['all', [0, 1, 2, 3]],
      ['vague', [0, 2]],
      ['direct', [1]],
      ['adjacent', [3]],
    ])
  })

  it('are all alone where there is one kind, or none said, or no query', () => {
    expect(groupsOf('direct', 'direct')).toEqual([['all', [0, 1]]])
    expect(groupsOf('', '')).toEqual([['all', [0, 1]]])
    expect(groupsOf()).toEqual([['all', []]])
  })

  it('leave out those whose kind nobody says', () => {
    expect(groupsOf('', 'direct', '')).toEqual([
      ['all', [0, 1, 2]],
      ['direct', [1]],
    ])
  })

  it('tell all queries from a kind of that name', () => {
    const groups = groupQueries([{ kind: 'all' }, { kind: 'few' }])
    expect(groups.map(({ kind, whole }) => [kind, whole])).toEqual([
      ['all', true],
      ['all', false],
      ['few', false],
    ])
  })
})
