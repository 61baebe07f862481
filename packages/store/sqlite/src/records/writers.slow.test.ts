import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from '@recallite/store/records'
import { startProcess, type StartedProcess } from '../__fixtures__/start-process.js'
import { newPath, readContents, withRecords } from './__fixtures__/sample-records.js'

const isBuilt = existsSync(new URL('../../dist/records/index.js', import.meta.url))

const writers = 8
/** Each round kills every writer once. */
const rounds = 3
const script = '../records/__fixtures__/put-forever.js'

const startWriter = (path: string, writer: number, first: number) =>
  startProcess(script, path, `w${writer}`, String(first))

/** The last number that a writer said was acknowledged; undefined if there was none. */
const acknowledgedBy = ({ lines }: StartedProcess): number | undefined => {
  const numbers = lines().filter((line) => line !== 'ready')
  return numbers.length > 0 ? Number(numbers.at(-1)) : undefined
}

async function killAll(processes: readonly StartedProcess[]): Promise<void> {
  await Promise.all(
    processes.map(async ({ child }) => {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }),
  )
}

/** Every acknowledged record exists once, unchanged; besides these, only the record that was being put may exist. */
async function expectAll(
  store: RecordStore,
  acknowledged: readonly number[],
  firsts: ReadonlySet<string>,
): Promise<void> {
  const { records } = await readContents(store)
  const known = new Map(records.map((record) => [record.id, record]))
  expect(known.size).toBe(records.length)
  expect(new Set(records.map(({ content }) => content)).size).toBe(records.length)
  for (const [writer, last] of acknowledged.entries()) {
    const expected = Array.from({ length: last + 1 }, (_, number) => number).filter(
      (number) => number % 11 !== 10,
    )
    const missing = expected.filter((number) => !known.has(`w${writer}-${number}`))
    expect([writer, missing]).toEqual([writer, []])
    const beyond = records.filter(
      ({ session, id }) => session === `w${writer}` && Number(id.split('-')[1]) > last + 1,
    )
    expect(beyond).toEqual([])
    // The first record of a process supersedes none.
    const replacing = expected.filter(
      (one) => one % 7 === 6 && (one - 1) % 11 !== 10 && !firsts.has(`w${writer}-${one}`),
    )
    for (const number of replacing) {
      const old = known.get(`w${writer}-${number - 1}`)
      expect(old).toMatchObject({ status: 'superseded', supersededBy: `w${writer}-${number}` })
    }
  }
}

describe.skipIf(!isBuilt)('eight processes that write concurrently and are killed at random', () => {
  it('lose and duplicate no acknowledged record', { timeout: 120_000 }, async () => {
    const path = newPath()
    const acknowledged = Array.from({ length: writers }, () => -1)
    const firsts = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      // A number that was not acknowledged may be stored: then the next writer gets `known`.
      const started = await Promise.all(
        acknowledged.map((last, writer) => {
          firsts.add(`w${writer}-${last + 1}`)
          return startWriter(path, writer, last + 1)
        }),
      )
      await sleep(300 + Math.random() * 700)
      await killAll(started)
      for (const [writer, one] of started.entries()) {
        acknowledged[writer] = acknowledgedBy(one) ?? acknowledged[writer] ?? -1
      }
      await withRecords(path, async (store) => {
        expect(await store.verify()).toEqual([])
        await expectAll(store, acknowledged, firsts)
      })
    }
    expect(acknowledged.reduce((sum, last) => sum + last + 1, 0)).toBeGreaterThan(rounds * writers)
  })
})
