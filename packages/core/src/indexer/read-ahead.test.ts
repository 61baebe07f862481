import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.js'

it('works on up to three slow items at once, and yields all in order', async () => {
  let [running, peak] = [0, 0]
  const work = async (item: number) => {
    running += 1
    peak = Math.max(peak, running)
    await sleep(item % 2 === 0 ? 20 : 1)
    running -= 1
    return item * 10
  }
  const items = [1, 2, 3, 4, 5, 6, 7, 8]
  const read = await Array.fromAsync(readAhead(items, { work, isSlow: (item) => item > 2 }))
  expect(read).toEqual(items.map((item) => [item, item * 10]))
  expect(peak).toBeGreaterThan(1)
  expect(peak).toBeLessThanOrEqual(4)
})

it('ends after the work that was started, even if some fails', async () => {
  let running = 0
  const work = async (item: number) => {
    running += 1
    await sleep(item)
    running -= 1
    throw new Error(`${item} failed`)
  }
  await expect(Array.fromAsync(readAhead([1, 30, 40], { work, isSlow: () => true }))).rejects.toThrow(
    '1 failed',
  )
  expect(running).toBe(0)
})
