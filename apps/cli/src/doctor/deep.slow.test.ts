import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { lockStore } from '@recallite/store-sqlite'
import { schemaErrors } from '../__fixtures__/schema.js'
import { flipByte, makeFolder, makeForeign, placesOf } from './__fixtures__/damage.js'
import { copyOf, examined, examinedWorkspace, snapshot } from './__fixtures__/examined.js'

/** The whole file, since free pages may contain the beginning of a text. */
const sentence = 'We keep JWT_EXPIRY at 900 seconds.'
/** A database after a crash of the file system. */
const zeros = Buffer.alloc(100_000)

describe('A25: doctor --deep', () => {
  it('A25: finds every flipped byte of a stored text, but only with --deep', async () => {
    const { database } = await examinedWorkspace()
    const [place] = placesOf(database, sentence)
    expect(place).toBeDefined()
    const missed: number[] = []
    for (let offset = 0; offset < sentence.length; offset += 5) {
      const path = copyOf(database)
      flipByte(path, (place ?? 0) + offset)
      const before = snapshot(dirname(path))
      const { exitCode, failed } = await examined(path, '--deep')
      const isFound = failed.some(({ name, cause }) => name === 'content' && cause !== null)
      if (!isFound || exitCode !== 1) missed.push(offset)
      expect(snapshot(dirname(path))).toEqual(before)
    }
    expect(missed).toEqual([])
    expect((await examined(database)).report).toMatchObject({ isDeep: false, summary: { failed: 0 } })
  })

  it('A25: names the damage, and its command repairs it', async () => {
    const { database, run, runJson } = await examinedWorkspace()
    const [place = 0] = placesOf(database, sentence)
    flipByte(database, place)
    const { failed } = await examined(database, '--deep')
    expect(failed).toMatchObject([
      {
        detail: 'the index is damaged',
        cause: 'texts of chunks, or their data, have changed',
        fix: `recallite doctor --repair --db ${database}`,
      },
    ])

    const repaired = await examined(database, '--repair')
    expect(schemaErrors('doctor', repaired.report)).toEqual([])
    expect([repaired.exitCode, repaired.report.isDeep, repaired.failed]).toEqual([0, true, []])
    expect(repaired.report.repairs?.at(-1)?.detail).toMatch(/^indexed again: 22 added/)
    expect((await run('doctor', '--deep', '--provider', 'none')).exitCode).toBe(0)
    const answer = (await runJson('search', 'JWT_EXPIRY', '--provider', 'none')) as {
      results: { text: string }[]
    }
    expect(answer.results[0]?.text).toContain(sentence)
  })

  it('A25: does not repair a file that is no memory, and creates no lock next to it', async () => {
    const { database } = await examinedWorkspace()
    for (const damage of [makeForeign, makeFolder]) {
      const path = copyOf(database)
      damage(path)
      const before = snapshot(dirname(path))
      const { exitCode, report } = await examined(path, '--repair')
      expect([exitCode, report.repairs?.map(({ state }) => state)]).toEqual([1, ['failed']])
      expect(snapshot(dirname(path))).toEqual(before)
    }
  })

  it('A25: renames nothing while another process is indexing', async () => {
    const { database } = await examinedWorkspace()
    writeFileSync(database, zeros)
    const lock = await lockStore(database)
    const repairing = examined(database, '--repair')
    await setTimeout(1000)
    expect(readFileSync(database).equals(zeros)).toBe(true)
    await lock.release()
    await repairing
    expect(readFileSync(`${database}.damaged-1`).equals(zeros)).toBe(true)
  })

  it('A25: preserves an unreadable database under another name', async () => {
    const { database, folder, run } = await examinedWorkspace()
    writeFileSync(database, zeros)
    const { exitCode, report } = await examined(database, '--repair')
    expect(exitCode).toBe(1)
    expect(report.repairs?.map(({ state, fix }) => [state, fix])).toEqual([
      ['ok', null],
      ['ok', null],
      ['failed', `recallite index FOLDER --db ${database}`],
    ])
    expect(readFileSync(`${database}.damaged-1`).equals(zeros)).toBe(true)
    expect(report.repairs?.[1]?.detail).toContain(`was renamed to ${database}.damaged-1 `)
    expect((await run('index', `${folder}/notes`, '--provider', 'none')).exitCode).toBe(0)
    expect((await examined(database, '--deep')).exitCode).toBe(0)
  })
})
