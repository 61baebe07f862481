import type { QueryTree } from '@recallite/analysis'
import { describe, expect, it } from 'vitest'
import { matchesTree } from './match-tree.js'

const text = ['harbour', 'light', 'of', 'harbour']
const parts = ['light', 'house']
const place = ['|', 'docs', 'a', 'md', '|']
const document = {
  root: 'r',
  path: 'p',
  title: '',
  metadata: {},
  contentHash: '',
  fingerprint: '',
  stamp: '',
  readAt: 0,
}
const chunk = {
  id: 'c',
  document,
  sections: [],
  text,
  parts,
  place,
  stems: new Set([...text, ...parts, 'docs']),
}

const word = (stem: string): QueryTree => ({ kind: 'word', stem })
const phrase = (...stems: string[]): QueryTree => ({ kind: 'phrase', stems })
const all = (...found: QueryTree[]): QueryTree => ({ kind: 'all', parts: found })
const any = (...found: QueryTree[]): QueryTree => ({ kind: 'any', parts: found })

describe('matchesTree', () => {
  it.each<[QueryTree, boolean]>([
    [word('docs'), true],
    [word('dock'), false],
    [phrase('harbour', 'light'), true],
    [phrase('light', 'harbour'), false],
    [phrase('light', 'house'), true],
    [phrase('harbour', 'light', 'house'), false],
    [{ kind: 'place', stems: ['docs', 'a'] }, true],
    [{ kind: 'place', stems: ['harbour'] }, false],
    [{ kind: 'prefix', prefix: 'har' }, true],
    [{ kind: 'prefix', prefix: 'arb' }, false],
    [any(word('no'), word('of')), true],
    [any(), false],
    [all(word('of'), word('light')), true],
    [all(word('of'), word('no')), false],
    [all(), false],
    [{ kind: 'without', include: word('of'), exclude: word('no') }, true],
    [{ kind: 'without', include: word('of'), exclude: word('light') }, false],
  ])('%j: %j', (tree, matches) => expect(matchesTree(chunk, tree)).toBe(matches))
})
