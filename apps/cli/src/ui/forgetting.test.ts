import { describe, expect, it } from 'vitest'
import { createForgetting } from './forgetting.js'

function forgettingOf(delay?: number) {
  const forgotten: string[] = []
  const failures: unknown[] = []
  const forgetting = createForgetting(delay)
  const schedule = (id: string) =>
    forgetting.schedule(
      id,
      async () => void forgotten.push(id),
      (error) => void failures.push(error),
    )
  return { ...forgetting, schedule, forgotten, failures }
}

describe('forgetting', () => {
  it('happens after the delay', async () => {
    const { schedule, isPending, forgotten } = forgettingOf(20)
    schedule('a')
    expect([isPending('a'), forgotten]).toEqual([true, []])
    await expect.poll(() => forgotten).toEqual(['a'])
    await expect.poll(() => isPending('a')).toBe(false)
  })

  it('can be undone before, but not while it happens', async () => {
    const { schedule, undo, finish, forgotten } = forgettingOf()
    schedule('a')
    schedule('b')
    expect([undo('a'), undo('a'), undo('other')]).toEqual([true, false, false])
    const finished = finish()
    expect(undo('b')).toBe(false)
    await finished
    expect(forgotten).toEqual(['b'])
  })

  it('happens at once when the program ends, also if one record fails', async () => {
    const { schedule, finish, forgotten } = forgettingOf()
    for (const id of ['a', 'b', 'c']) schedule(id)
    await finish()
    await finish()
    expect(forgotten).toEqual(['a', 'b', 'c'])
  })

  it('reports a failure, after which the record is shown again', async () => {
    const { schedule, isPending } = createForgetting(1)
    const failures: string[] = []
    schedule(
      'a',
      () => Promise.reject(new Error('the disk is full')),
      (error) => void failures.push(String(error)),
    )
    await expect.poll(() => failures).toEqual(['Error: the disk is full'])
    expect(isPending('a')).toBe(false)
  })
})
