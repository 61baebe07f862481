import { expect, it } from 'vitest'
import { filesUnder, textOf } from './repository.js'
import { functionLengthsOf } from './syntax.js'

/**
 * Upper bounds, because every line must be worth its cost. They fell by 5,000 lines of source, 3,800 of tests and 700 of tools when one
 * pipeline began to search both files and records, 22 packages became 18, MaxScore found the best chunks, the page lost judging, `import`
 * lost mem0's own storage, and comments that repeat names were deleted. Tools rose by 150 for the comparison of answers and the check of wording. Then
 * all rose for files of other programs, interrupted repairs, secrets, times, chains, compatible servers, hostile files, checked
 * arguments, and the forms, signs and scripts of other people's notes. Source rose by
 * 2,600, tests by 1,100 and tools by 620 for OpenSearch, lists of hosts and separate records; then source by 2,200, tests by 2,000 and tools by
 * 260 for both eras of the Model Context Protocol, connected hosts, transcripts of agents and the detector of secrets;
 * then source by 2,200 and tests by 1,500 for origins, contradictions and states as of a date, the sync of records, and the search page.
 */
const bounds = {
  'lines of source': 74_000,
  'files of source': 760,
  'lines of tests': 62_100,
  'lines of tools': 14_145,
}

const lineBudget = 300

const all = filesUnder().filter((path) => /\.(?:ts|tsx|js|mjs)$/.test(path))
const isTest = (path: string) => path.endsWith('.test.ts')
const helpsTests = /\/(?:__fixtures__|testing|conformance|test)\/|tsup\.config/
const sources = all.filter(
  (path) => /^(?:packages|apps)\//.test(path) && !isTest(path) && !helpsTests.test(path),
)

const linesOf = (path: string) => textOf(path).split('\n').length - 1
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const linesIn = (paths: readonly string[]) => sum(paths.map(linesOf))
const mean = (values: readonly number[]) => (sum(values) / values.length).toFixed(1)

const counted: Record<keyof typeof bounds, number> = {
  'lines of source': linesIn(sources),
  'files of source': sources.length,
  'lines of tests': linesIn(all.filter(isTest)),
  'lines of tools': linesIn(all.filter((path) => path.startsWith('tools/') && !path.endsWith('.mjs'))),
}

const functions = sources.flatMap((path) => functionLengthsOf(textOf(path))).toSorted((a, b) => a - b)
const p90 = functions[Math.floor(functions.length * 0.9)]
// `pnpm check` prints these lines.
for (const [what, count] of Object.entries(counted)) console.log(`size: ${count} ${what}`)
console.log(`size: ${mean(sources.map(linesOf))} lines a file on average`)
console.log(`size: ${mean(functions)} lines a function on average, ${p90} at the 90th percentile`)

it.each(Object.entries(bounds))('there are %s, at most %d', (what, max) => {
  expect(counted[what as keyof typeof bounds]).toBeLessThanOrEqual(max)
})

it(`no file of source has more than ${lineBudget} lines`, () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(functions.length).toBeGreaterThan(3000)
  expect(sources.filter((path) => linesOf(path) > lineBudget)).toEqual([])
})
