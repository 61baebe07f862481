import { expect, it } from 'vitest'
import { filesUnder, has, textOf } from './repository.js'

/** Claims of SECURITY.md: list items, and rows of tables whose last column is "shown by". */
function claimsOf(markdown: string): string[] {
  const rows = [...markdown.matchAll(/^\|.*\|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(([, body = '']) =>
    body.trimEnd().split('\n'),
  )
  const items = [...markdown.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item)
  return [...rows, ...items]
}

/** The evidence for a claim: files, and commands of suites with their number of cases. */
function proofsOf(claim: string): string[] {
  const [, end = ''] = /[(|] ?((?:`[^`]+`(?:: [\d,]+ [a-z]+)?,? ?)+)(?:\)\.| \|)$/.exec(claim) ?? []
  return [...end.matchAll(/`[^`]+`(?:: [\d,]+)?/g)].map(([proof]) => proof.replaceAll('`', ''))
}

const suites = filesUnder('tools/faults/src')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) => [...textOf(path).matchAll(/ name: '([\w -]+)',[^}]*? full: ([\d_]+)/g)])
  .map(([, name, full = '']) => `pnpm faults ${name}: ${Number(full.replace('_', '')).toLocaleString('en')}`)

/** Whether the test exists, or a suite that runs this many cases with `--full`. */
const isProof = (proof: string): boolean =>
  suites.includes(proof) || (has(proof) && /\.test\.ts$|\/conformance\//.test(proof))

const claims = claimsOf(textOf('SECURITY.md'))

it('SECURITY.md makes claims, and the suites of faults are found', () => {
  expect(claims.length).toBeGreaterThan(45)
  expect(suites).toContain('pnpm faults folders: 200')
})

it.each(claims)('proven by a test or suite: %s', (claim) => {
  const proofs = proofsOf(claim)
  expect(proofs).not.toEqual([])
  expect(proofs.filter((proof) => !isProof(proof))).toEqual([])
})

it('claims without proof are found', () => {
  const markdown =
    '| it cannot | shown by |\n|---|---|\n| a | `x.test.ts` |\n| b | c |\n\n- d\n  e (`y`, `pnpm faults z`: 200 cases).\n- f.\n'
  expect(
    ['pnpm faults folders: 199', 'pnpm faults folders', 'no/such.test.ts', 'README.md'].filter(isProof),
  ).toEqual([])
  expect(claimsOf(markdown).map(proofsOf)).toEqual([['x.test.ts'], [], ['y', 'pnpm faults z: 200'], []])
})
