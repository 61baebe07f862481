import { expect, it } from 'vitest'
import { readRequest } from './request.js'
import { suites } from './suite-table.js'

it('takes few cases unless all are asked for', () => {
  for (const { name, small, full } of suites) {
    expect(readRequest(name.split(' '))).toMatchObject({ count: small, seed: 1, from: 0 })
    expect(readRequest([...name.split(' '), '--full']).count).toBe(full)
  }
  expect(readRequest(['kills', '--count', '3', '--seed', '9', '--from', '40'])).toMatchObject({
    count: 3,
    seed: 9,
    from: 40,
  })
})

it('has the suites in full as they were promised', () => {
  expect(suites.map(({ name, full }) => [name, full])).toEqual([
    ['kills', 500],
    ['damage', 400],
    ['damage --single-bits', 100],
    ['writes', 300],
    ['folders', 200],
  ])
})

it.each([['nonsense'], ['kills', 'damage'], [], ['kills', '--single-bits'], ['kills', '--count', '-1']])(
  'refuses %j',
  (...args) => {
    expect(() => readRequest(args)).toThrow(TypeError)
  },
)
