import { describe, expect, it } from 'vitest'
import {
  ask,
  createPlayedModel,
  isRunning,
  pidOf,
  retryable,
  unavailable,
} from './__fixtures__/played-model.js'

const crash = (model: Awaited<ReturnType<typeof createPlayedModel>>) =>
  expect(ask(model, ['crash'])).rejects.toMatchObject(retryable)

describe('a dead process', () => {
  it('is replaced up to three times', async () => {
    const model = await createPlayedModel()
    await crash(model)
    await crash(model)
    await crash(model)
    await crash(model)
    const call = ask(model, ['a'])
    await expect(call).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('ended 4 times'),
    })
  })

  it('is replaced if it was ended while idle', async () => {
    const model = await createPlayedModel()
    const pid = await pidOf(model)
    process.kill(pid, 'SIGKILL')
    // A call may still be sent to it before its end is noticed.
    await expect.poll(() => pidOf(model).catch(() => pid)).not.toBe(pid)
  })

  it('is replaced once for concurrent calls', async () => {
    const model = await createPlayedModel()
    await crash(model)
    const pids = await Promise.all([pidOf(model), pidOf(model), pidOf(model)])
    expect(new Set(pids).size).toBe(1)
  })
})

describe('disposing of a model', () => {
  it('ends the process and rejects pending calls', async () => {
    const model = await createPlayedModel()
    const pid = await pidOf(model)
    const [call] = await Promise.allSettled([ask(model, ['hang']), pause().then(() => model.dispose())])
    expect(call).toEqual({ status: 'rejected', reason: expect.objectContaining(unavailable) })
    expect(isRunning(pid)).toBe(false)
  })

  it('does not wait for a process that still loads', async () => {
    const model = await createPlayedModel()
    await crash(model)
    const [call] = await Promise.allSettled([ask(model, ['a']), pause().then(() => model.dispose())])
    expect(call).toEqual({ status: 'rejected', reason: expect.objectContaining(unavailable) })
  })
})

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
