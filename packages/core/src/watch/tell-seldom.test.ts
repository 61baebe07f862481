import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellSeldom } from './tell-seldom.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells each thing once in an interval, and the last of it too', () => {
  const told: string[] = []
  const tell = tellSeldom((thing: string) => void told.push(thing), 50)
  for (let time = 0; time < 100; time += 10) {
    tell('changed')
    if (time === 30) tell('moved')
    vi.advanceTimersByTime(10)
  }
  expect(told).toEqual(['changed', 'moved', 'changed'])
  tell('changed')
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['changed', 'moved', 'changed', 'changed'])
})
