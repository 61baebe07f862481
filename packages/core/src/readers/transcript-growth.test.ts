import { appendFileSync, lstatSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { stampOf } from '../indexer/fingerprint.js'
import { readDocument } from './read-document.js'
import { type GrowthLimits, hasGrownEnough } from './transcript-growth.js'

const line = (role = 'user', text = 'Hi') => `${JSON.stringify({ role, content: text })}\n`

/** A transcript that was read; `isWorth` tells whether it is worth reading again. */
async function readTranscript(content: string) {
  const root = { path: notesFolder({ 's.jsonl': content }), kind: 'sessions' as const }
  const path = join(root.path, 's.jsonl')
  const source = await readDocument(root, 's.jsonl')
  if (!('text' in source)) throw new Error(source.reason)
  const document = { metadata: source.facts?.metadata ?? {}, stamp: source.stamp }
  const isWorth = (limits?: GrowthLimits) => {
    const stamp = stampOf(lstatSync(path, { bigint: true }))
    return hasGrownEnough({ root, document, file: { path: 's.jsonl', stamp } }, limits)
  }
  return { path, isWorth }
}

describe('isWorthReading', () => {
  it('A20: waits until enough messages or bytes are new', async () => {
    const { path, isWorth } = await readTranscript(line().repeat(100))
    expect(await isWorth()).toBe(false)
    appendFileSync(path, line().repeat(49) + line('tool').repeat(100))
    expect(await isWorth()).toBe(false)
    expect(await isWorth({ deltaMessages: 49 })).toBe(true)
    expect(await isWorth({ deltaBytes: 1000 })).toBe(true)
    appendFileSync(path, line())
    expect(await isWorth()).toBe(true)
  })

  it('A20: takes 100,000 bytes for enough, whatever they are', async () => {
    const { path, isWorth } = await readTranscript(line())
    appendFileSync(path, 'x'.repeat(99_999))
    expect(await isWorth()).toBe(false)
    appendFileSync(path, 'x')
    expect(await isWorth()).toBe(true)
  })

  it('A20: is worth it where the file is shorter, written anew, or not to be read', async () => {
    const shorter = await readTranscript(line().repeat(2))
    writeFileSync(shorter.path, line())
    expect(await shorter.isWorth()).toBe(true)

    const other = await readTranscript(line())
    writeFileSync(other.path, line('user', 'something else') + line())
    expect(await other.isWorth()).toBe(true)

    const replaced = await readTranscript(line())
    writeFileSync(`${replaced.path}.new`, line())
    renameSync(`${replaced.path}.new`, replaced.path)
    expect(await replaced.isWorth()).toBe(true)

    const linked = await readTranscript(line())
    renameSync(linked.path, `${linked.path}.old`)
    symlinkSync(`${linked.path}.old`, linked.path)
    expect(await linked.isWorth()).toBe(true)
  })

  it('goes on behind a last line that had no end, whole or not', async () => {
    const whole = await readTranscript(line().trimEnd())
    appendFileSync(whole.path, `\n${line()}`)
    expect(await whole.isWorth({ deltaMessages: 1 })).toBe(true)
    expect(await whole.isWorth({ deltaMessages: 2 })).toBe(false)
    const half = await readTranscript(line() + line().slice(0, 9))
    appendFileSync(half.path, line().slice(9))
    expect(await half.isWorth({ deltaMessages: 1 })).toBe(true)
    expect(await half.isWorth({ deltaMessages: 2 })).toBe(false)
  })
})
