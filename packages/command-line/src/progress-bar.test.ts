import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createProgressBar } from './progress-bar.js'
import { recordingIo } from './testing/recording-io.js'

function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  const chunks: string[] = []
  stream.on('data', (chunk) => chunks.push(String(chunk)))
  return { stream, drawn: () => chunks.join('') }
}

describe('createProgressBar', () => {
  it('draws nothing without a terminal', async () => {
    const { stream, drawn } = terminal()
    const bar = await createProgressBar(recordingIo({ talkStream: stream }).io)
    bar.show({ label: 'Reading', done: 1, total: 2 })
    bar.stop()
    expect(drawn()).toBe('')
  })

  it('escapes control characters in labels', async () => {
    const { stream, drawn } = terminal()
    const bar = await createProgressBar(recordingIo({ talkStream: stream, isTalkTerminal: true }).io)
    bar.show({ label: 'T\u001b[31mRED', done: 1, total: 2 })
    bar.stop()
    expect(drawn()).toContain('T\\u{1b}[31mRED')
  })

  it('counts out of a total that may change', async () => {
    const { stream, drawn } = terminal()
    const bar = await createProgressBar(recordingIo({ talkStream: stream, isTalkTerminal: true }).io)
    bar.show({ label: 'Reading', done: 10, total: 10 })
    bar.show({ label: 'Reading', done: 5, total: 20 })
    bar.stop()
    expect(drawn()).toContain(' 5/20')
  })

  it('shows the remaining time once it has measured the speed, separately for each label', async () => {
    const { stream, drawn } = terminal()
    let time = 0
    const bar = await createProgressBar(
      recordingIo({ talkStream: stream, isTalkTerminal: true }).io,
      () => time,
    )
    const show = (label: string, done: number) => bar.show({ label, done, total: 400 })
    show('Embedding texts', 100)
    time += 100
    show('Embedding texts', 104)
    bar.stop()
    expect(drawn()).not.toContain('left')
    show('Embedding texts', 104)
    time += 4_000
    show('Embedding texts', 114)
    bar.stop()
    expect(drawn()).toContain('114/400, 2 min left')
    show('Embedding pieces', 0)
    bar.stop()
    expect(drawn().slice(drawn().lastIndexOf('Embedding pieces'))).not.toContain('left')
  })
})
