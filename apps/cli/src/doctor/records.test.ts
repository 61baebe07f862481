import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { schemaErrors } from '../__fixtures__/schema.js'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { flipByte, placesOf } from './__fixtures__/damage.js'
import { examined, snapshot } from './__fixtures__/examined.js'

const total = 60
const contentOf = (number: number) => `The crane number ${number} of the harbour is out of order since noon.`

/** A memory with records and their index, and a file that is indexed. */
async function remembered() {
  const workspace = cliWorkspace({ 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' })
  const { folder, notes, database, run } = workspace
  await run('index', notes, '--provider', 'none')
  const records = join(folder, 'index.records.sqlite')
  const store = await openSqliteRecords({ path: records })
  await store.put(
    Array.from({ length: total }, (_, number) => ({
      id: `record-${number}`,
      content: contentOf(number),
      collection: `hall-${number % 3}`,
      session: 'monday',
    })),
  )
  await store.close()
  await run('recall', 'crane', '--provider', 'none')
  return { ...workspace, database, records }
}

/** All records of a file, by id. */
async function contentsOf(path: string): Promise<Map<string, string>> {
  const store = await openSqliteRecords({ path, create: false })
  const { records } = await store.list({ limit: 1000 }).finally(() => store.close())
  return new Map(records.map(({ id, content }) => [id, content]))
}

/** Damages every copy of a record's content. */
function damageBothCopies(path: string, number: number): void {
  const places = placesOf(path, contentOf(number))
  expect(places).toHaveLength(2)
  for (const place of places) flipByte(path, place + 5)
}

const findingsOf = ({ report }: Awaited<ReturnType<typeof examined>>, name: string) =>
  report.findings.filter((finding) => finding.name === name)

describe('doctor and records', () => {
  it('reports the number of records, and changes nothing', async () => {
    const { database, records } = await remembered()
    const before = snapshot(dirname(database))
    const quick = await examined(database)
    const deep = await examined(database, '--deep')
    expect(schemaErrors('doctor', deep.report)).toEqual([])
    const amounts = `${records}: 60 records in 3 collections, 1 session`
    expect(findingsOf(quick, 'records').map(({ detail }) => detail)).toEqual([amounts])
    expect(findingsOf(deep, 'records')).toMatchObject([
      { state: 'ok', detail: `${amounts}; all match their checksums` },
    ])
    expect(snapshot(dirname(database))).toEqual(before)
  })

  it('accepts records without indexed files, and does not mention records if there are none', async () => {
    const { database, run } = cliWorkspace({})
    await run('remember', contentOf(1), '--provider', 'none')
    const { report } = await examined(database)
    expect(report.findings.filter(({ name }) => name === 'database')).toMatchObject([
      { state: 'ok', detail: expect.stringContaining('0 files') },
    ])
    expect((await examined(database, '--repair')).report.repairs).toEqual([])
    const none = cliWorkspace({ 'a.md': '# A\n' })
    await none.run('index', none.notes, '--provider', 'none')
    const names = (await examined(none.database, '--deep')).report.findings.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('records'))).toEqual([])
  })

  it('reports how many records of the index are gone with their file', async () => {
    const { database, records } = await remembered()
    rmSync(records)
    const gone = { state: 'failed', detail: `60 records of the index are missing in ${records}` }
    expect(findingsOf(await examined(database), 'records')).toMatchObject([gone])
    writeFileSync(records, '')
    expect(findingsOf(await examined(database), 'records')).toMatchObject([{ state: 'ok' }, gone])
  })

  it('finds a record with one damaged copy, and restores it', async () => {
    const { database, records } = await remembered()
    const [place = 0] = placesOf(records, contentOf(7))
    flipByte(records, place + 5)
    expect((await examined(database)).failed).toEqual([])
    const { failed, exitCode } = await examined(database, '--deep')
    expect([exitCode, failed]).toEqual([
      1,
      [
        expect.objectContaining({
          name: 'records',
          detail: '1 damaged: record-7; a repair restores everything',
          fix: `recallite doctor --repair --db ${database}`,
        }),
      ],
    ])
    const damaged = readFileSync(records)
    const repaired = await examined(database, '--repair')
    expect([repaired.exitCode, schemaErrors('doctor', repaired.report)]).toEqual([0, []])
    expect(repaired.report.repairs?.map(({ detail }) => detail)).toContain(
      `60 records and 1 session were restored into a new file, 0 records lost; the damaged file was renamed to ${records}.damaged-1`,
    )
    // SQLite changes the header when it moves the log into the file.
    const aside = readFileSync(`${records}.damaged-1`)
    expect(aside.subarray(100).equals(damaged.subarray(100))).toBe(true)
    const left = await contentsOf(records)
    expect([left.size, left.get('record-7')]).toEqual([total, contentOf(7)])
  })

  it('names lost records, keeps the rest, and says where to find a copy', async () => {
    const { database, records, run } = await remembered()
    damageBothCopies(records, 7)
    const { failed } = await examined(database, '--deep')
    expect(failed.map(({ detail }) => detail)).toEqual([
      '1 damaged: record-7; a repair loses what has no valid checksum',
    ])
    const { report, exitCode } = await examined(database, '--repair')
    expect([exitCode, schemaErrors('doctor', report)]).toEqual([0, []])
    expect(report.repairs?.filter(({ state }) => state === 'warning')).toMatchObject([
      {
        detail: 'lost: record-7',
        fix: expect.stringMatching(/^recallite export .*BACKUP\.sqlite.* import /u),
      },
    ])
    expect(report.repairs?.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^59 records .*, 1 record lost;/u),
    )
    const left = await contentsOf(records)
    expect([left.size, left.has('record-7')]).toEqual([total - 1, false])
    const recalled = await run('recall', 'crane', '8', '--threshold', '0', '--provider', 'none')
    expect([recalled.exitCode, recalled.stdout]).toEqual([0, expect.stringContaining(contentOf(8))])
  })

  it('does not touch the records if the index of the files is damaged', async () => {
    const { database, records } = await remembered()
    const before = readFileSync(records)
    writeFileSync(database, Buffer.alloc(100_000))
    await examined(database, '--repair')
    expect(existsSync(`${database}.damaged-1`)).toBe(true)
    expect(readFileSync(records).equals(before)).toBe(true)
    expect(readdirSync(dirname(records)).filter((name) => name.startsWith('index.records.sqlite.'))).toEqual([
      'index.records.sqlite.lock',
    ])
  })
})
