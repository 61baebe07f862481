import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilAborted } from './until-aborted.js'

describe('untilAborted', () => {
  it('gives the outcome, and listens no longer', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
    await expect(untilAborted(Promise.reject(new RangeError('no')), signal)).rejects.toThrow('no')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2)
  })

  it.each([['before'], ['while']])('rejects with the reason of a signal that aborts %s', async (when) => {
    const controller = new AbortController()
    if (when === 'before') controller.abort('enough')
    const outcome = untilAborted(new Promise(() => {}), controller.signal)
    controller.abort('enough')
    await expect(outcome).rejects.toBe('enough')
  })
})
