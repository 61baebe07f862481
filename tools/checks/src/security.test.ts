import { expect, it } from 'vitest'
import { has, textOf } from './repository.js'

/** Claims of SECURITY.md: the items of its lists, and the rows of the tables whose last column is "shown by". */
function claimsOf(markdown: string): string[] {
  const tables = [...markdown.matchAll(/^\|.*\| shown by \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)]
  const rows = tables.flatMap(([, body = '']) => body.trimEnd().split('\n'))
  const items = [...markdown.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item)
  return [...rows, ...items]
}

/** The files that a claim ends with, in backquotes. */
function proofsOf(claim: string): string[] {
  const [, end = ''] = /[(|] ?((?:`[^`]+`,? ?)+)(?:\)\.| \|)$/.exec(claim) ?? []
  return [...end.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
}

const claims = claimsOf(textOf('SECURITY.md'))

it('SECURITY.md makes claims', () => {
  expect(claims.length).toBeGreaterThan(30)
})

it.each(claims)('a test or a suite shows: %s', (claim) => {
  const proofs = proofsOf(claim)
  expect(proofs).not.toEqual([])
  expect(
    proofs.filter((path) => !has(path) || !/\.test\.ts$|\/conformance\/|^tools\/faults\//.test(path)),
  ).toEqual([])
})

it('what ends with no path is told, wherever it stands', () => {
  const markdown =
    '| it cannot | shown by |\n|---|---|\n| a | `x.test.ts` |\n| b | c |\n\n- d\n  e (`y`, `z`).\n- f.\n'
  expect(claimsOf(markdown).map(proofsOf)).toEqual([['x.test.ts'], [], ['y', 'z'], []])
})
