import { expect, it } from 'vitest'
import { runStep } from '../run-step.js'
import steps from '../steps.json' with { type: 'json' }
import { textOf } from './repository.js'

it('a merge runs all steps; all tests include those of the structure', () => {
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
  ['passes if the tool passes and checked enough items', {}, { passed: true, looked: expect.any(Number) }],
  ['counts the lines of a pattern without a group', { looked: '^Version' }, { passed: true, looked: 1 }],
  ['fails if it checked too few items, even if it passes', { looked: 'no such line' }, { passed: false }],
  [
    'fails if the tool fails, and stores its output',
    { command: ['oxlint', '--no-such-flag'] },
    { passed: false, output: expect.stringContaining('no-such-flag') },
  ],
  [
    'fails if the tool does not exist',
    { command: ['no-such-tool'] },
    { passed: false, output: expect.stringContaining('ENOENT') },
  ],
])('a step %s', (_, change, outcome) => {
  expect(runStep({ ...step, ...change })).toMatchObject(outcome)
})
