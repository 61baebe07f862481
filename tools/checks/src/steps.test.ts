import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runStep } from '../run-step.js'
import { steps, type Step } from '../steps.js'
import { repositoryRoot } from './repository.js'

/** A real line of each tool, with the number that it holds. */
const samples: Record<string, [output: string, looked: number]> = {
  format: ['Finished in 31ms on 212 files using 2 threads.', 212],
  lint: [
    'Found 0 warnings and 0 errors.\nFinished in 203ms on 123 files with 175 rules using 2 threads.',
    123,
  ],
  types: [
    'a.ts(1,7): error TS2322: No.\n/x/node_modules/typescript/lib/lib.d.ts\n/x/packages/a.ts\n/x/b.ts',
    2,
  ],
  boundaries: ['Checked 179 files in 14 packages, no issues found', 179],
  'dead-code': ['Looked at 204 files', 204],
  structure: [' Test Files  1 failed | 4 passed (5)\n      Tests  7 failed | 85 passed (92)', 85],
  build: [' Tasks:    10 successful, 10 total', 10],
  packages: [' Test Files  1 passed (1)\n      Tests  61 passed (61)', 61],
  docs: [' Test Files  2 passed (2)\n      Tests  1 failed | 49 passed | 2 skipped (52)', 49],
}

const step: Step = {
  name: 'planted',
  command: ['oxlint', '--version'],
  unit: 'files',
  looked: () => 3,
  atLeast: 3,
}

describe('steps', () => {
  it('have names of their own', () => {
    expect(steps.map(({ name }) => name)).toEqual(Object.keys(samples))
  })

  it('are all run for a merge; the tests of the structure are among all tests', () => {
    const script = readFileSync(join(repositoryRoot, '.ci/run'), 'utf8')
    const run = [...script.matchAll(/ check ([a-z -]+?)(?: >| \|\|)/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect([...run, 'structure'].toSorted()).toEqual(steps.map(({ name }) => name).toSorted())
  })

  it.each(steps)('$name reads from its output what it looked at', ({ name, looked }) => {
    const [output = '', expected] = samples[name] ?? []
    expect(looked(output)).toBe(expected)
    expect(looked('no such line')).toBe(0)
  })
})

it.each<[string, Partial<Step>, object]>([
  ['passes when the tool does and looked at enough', {}, { passed: true, looked: 3 }],
  ['fails when it looked at too little, whatever it says', { atLeast: 4 }, { passed: false }],
  [
    'fails when the tool does, and keeps what it printed',
    { command: ['oxlint', '--no-such-flag'] },
    { passed: false, output: expect.stringContaining('no-such-flag') },
  ],
  [
    'fails when there is no such tool',
    { command: ['no-such-tool'] },
    { passed: false, output: expect.stringContaining('ENOENT') },
  ],
])('a step %s', (_, change, outcome) => {
  expect(runStep({ ...step, ...change })).toMatchObject(outcome)
})
