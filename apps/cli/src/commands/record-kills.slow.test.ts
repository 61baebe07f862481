import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemory } from '@recallite/core'
import type { MemoryRecord } from '@recallite/store/records'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { builtCli } from '../__fixtures__/run-cli.js'

const writers = 8
const kills = Number(process.env['RECALLITE_RECORD_KILLS'] ?? 8)
const script = join(import.meta.dirname, '../__fixtures__/remember-forever.js')

interface Place {
  readonly records: string
  readonly index: string
}

/** What one writer has said, over all the processes that it was. */
interface Writer {
  readonly name: string
  readonly said: string[]
  child: ChildProcess
}

const wordOf = (name: string, number: number) =>
  number % 5 === 4 ? `everybody${number}` : `${name}says${number}`
const textOf = (name: string, number: number) => `The word of the moment is ${wordOf(name, number)}.`

/** The numbers that a writer was told are stored. */
const acknowledged = ({ said }: Pick<Writer, 'said'>): number[] =>
  said.flatMap((line) => (/^\d+ /u.test(line) ? [Number.parseInt(line, 10)] : []))

/** Starts the writer's next process behind what is acknowledged, and waits until it has opened the records. */
async function start(
  { name, said }: Pick<Writer, 'name' | 'said'>,
  { records, index }: Place,
): Promise<ChildProcess> {
  const first = (acknowledged({ said }).at(-1) ?? -1) + 1
  const args = [script, records, index, name, String(first)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines)
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  return child
}

async function kill({ child }: Pick<Writer, 'child'>): Promise<void> {
  // A process that ended by itself has failed.
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

async function contentsOf(path: string): Promise<readonly MemoryRecord[]> {
  const store = await openSqliteRecords({ path, create: false })
  try {
    expect(await store.verify()).toEqual([])
    const { records, next } = await store.list({ limit: 10_000 })
    expect(next).toBeNull()
    return records
  } finally {
    await store.close()
  }
}

/** Every word that was acknowledged is recalled, and the index has each record once. */
async function expectRecalled(
  { records, index }: Place,
  words: readonly string[],
  total: number,
): Promise<void> {
  const store = await openSqliteStore({ path: index })
  const memory = createMemory({ store, records: await openSqliteRecords({ path: records }) })
  try {
    await memory.records.index()
    // One document besides says how far the index has come.
    expect((await store.ofRecords().status()).documents).toBe(total + 1)
    expect(await store.maintenance.verify()).toEqual([])
    const missed: string[] = []
    for (const word of words) {
      const { results } = await memory.records.recall(word, { limit: 3, threshold: 0 })
      if (results.filter(({ record }) => record.content.includes(` ${word}.`)).length !== 1) missed.push(word)
    }
    expect(missed).toEqual([])
  } finally {
    await memory.close()
  }
}

describe.skipIf(!existsSync(builtCli))('eight processes that remember and recall at once', () => {
  it(
    `lose nothing that was acknowledged and double nothing, although ${kills} are killed`,
    { timeout: 120_000 + kills * 10_000 },
    async () => {
      const folder = temporaryFolder()
      const place = { records: join(folder, 'main.records.sqlite'), index: join(folder, 'main.sqlite') }
      const running: Writer[] = await Promise.all(
        Array.from({ length: writers }, async (_, number) => {
          const writer = { name: `w${number}`, said: [] }
          return { ...writer, child: await start(writer, place) }
        }),
      )
      // Each is killed and started again in a rhythm of its own, so that the others go on meanwhile.
      await Promise.all(
        running.map(async (writer, number) => {
          for (let done = number; done < kills; done += writers) {
            await sleep(Math.random() * 2000)
            await kill(writer)
            writer.child = await start(writer, place)
          }
        }),
      )
      await sleep(500)
      await Promise.all(running.map((writer) => kill(writer)))

      const stored = await contentsOf(place.records)
      const contents = new Set(stored.map(({ content }) => content))
      const promised = running.flatMap((writer) =>
        acknowledged(writer).map((number) => ({
          text: textOf(writer.name, number),
          word: wordOf(writer.name, number),
        })),
      )
      const said = running.flatMap((writer) => writer.said)
      expect(promised.filter(({ text }) => !contents.has(text))).toEqual([])
      expect(contents.size).toBe(stored.length)
      // Besides, at most the text that each process was storing when it was killed.
      const texts = new Set(promised.map(({ text }) => text))
      expect(stored.length - texts.size).toBeLessThanOrEqual(kills + writers)
      expect(said.filter((line) => line.startsWith('missed'))).toEqual([])
      expect(said).toContain('recalled')
      expect(promised.length).toBeGreaterThan(kills)
      await expectRecalled(place, [...new Set(promised.map(({ word }) => word))].slice(-100), stored.length)
    },
  )
})
