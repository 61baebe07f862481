import { expect, it } from 'vitest'
import { readRequest, suites } from './request.ts'

it.each([
  ['kills', 500],
  ['damage', 400],
  ['damage --single-bits', 100],
  ['writes', 300],
  ['folders', 200],
])('takes a few cases of %s unless all %d are asked for', (name, full) => {
  const small = suites.find((suite) => suite.name === name)?.small
  expect(readRequest(name.split(' '))).toMatchObject({ count: small, seed: 1, from: 0 })
  expect(readRequest([...name.split(' '), '--full'])).toMatchObject({ count: full, step: 1 })
})

it('takes seed, number and count', () => {
  const asked = readRequest(['kills', '--count', '3', '--seed', '9', '--from', '40'])
  expect(asked).toMatchObject({ count: 3, seed: 9, from: 40, step: 1 })
})

it.each([['nonsense'], ['kills', 'damage'], [], ['kills', '--single-bits'], ['kills', '--count', '-1']])(
  'refuses %j',
  (...args) => {
    expect(() => readRequest(args)).toThrow(TypeError)
  },
)
