import { expect, it } from 'vitest'
import { runStep } from '../run-step.js'
import steps from '../steps.json' with { type: 'json' }
import { textOf } from './repository.js'

it('all steps are run for a merge; the tests of the structure are among all tests', () => {
  const run = [...textOf('.ci/run').matchAll(/ check ([a-z -]+?)(?: >| \|\|)/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect([...run, 'structure'].toSorted()).toEqual(steps.map(({ name }) => name).toSorted())
})

const step = {
  name: 'planted',
  command: ['oxlint', '--version'],
  unit: 'files',
  looked: '(\\d+)',
  atLeast: 1,
}

it.each([
  ['passes when the tool does and looked at enough', {}, { passed: true, looked: expect.any(Number) }],
  ['counts the lines of a pattern without a group', { looked: '^Version' }, { passed: true, looked: 1 }],
  ['fails when it looked at too little, whatever it says', { looked: 'no such line' }, { passed: false }],
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
