import { PassThrough } from 'node:stream'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.js'

function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  return { stream, drawn: () => String(stream.read() ?? '') }
}

describe('createProgress', () => {
  it('draws nothing where there is no terminal', async () => {
    const { stream, drawn } = terminal()
    const progress = await createProgress(recordingIo({ talkStream: stream }).io)
    progress.show({ phase: 'read', done: 1, total: 2 })
    progress.stop()
    expect(drawn()).toBe('')
  })

  it('counts each root out of its own total', async () => {
    const { stream, drawn } = terminal()
    const progress = await createProgress(recordingIo({ talkStream: stream, isTalkTerminal: true }).io)
    progress.show({ phase: 'read', done: 10, total: 10 })
    progress.show({ phase: 'read', done: 5, total: 20 })
    progress.stop()
    expect(drawn()).toContain(' 5/20, ')
  })
})
