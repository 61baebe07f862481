import { describe, expect, it } from 'vitest'
import { RecordError } from '@recallite/store/records'
import { startPglite } from '../__fixtures__/pglite-server.js'
import { openNewRecords, run, serverOfGroup } from '../__fixtures__/test-servers.js'
import { openPostgresRecords } from './open-records.js'

const server = serverOfGroup(startPglite)
let schemas = 0

function nextPlace() {
  schemas += 1
  return { url: server.url, schema: `records_of_${schemas}`, connections: 3 }
}

/** Records in a schema that other clients can read. */
async function openHere() {
  const place = nextPlace()
  return { place, records: await openPostgresRecords(place) }
}

describe('records in PostgreSQL', () => {
  it('are shared with another client, which detects duplicates and continues the numbers of changes', async () => {
    const { place, records } = await openHere()
    const [first] = await records.put([{ content: 'The gripper needs 12.5 N.', session: 'morning' }])
    const others = await openPostgresRecords({ ...place, create: false })
    const [again] = await others.put([{ content: 'The gripper needs 12.5 N.' }])
    expect(again).toEqual({ outcome: 'duplicate', id: first?.id, record: first?.record })
    await others.put([{ content: 'The door opens at eight.' }])
    const { changes, source } = await records.changes({ after: 0 })
    expect(changes.map(({ record }) => record?.content)).toEqual([
      'The gripper needs 12.5 N.',
      'The door opens at eight.',
    ])
    expect(await others.counts()).toMatchObject({ source, last: changes.at(-1)?.number, sessions: 1 })
    await Promise.all([records.close(), others.close()])
  })

  it('are put once by concurrent clients', async () => {
    const { place, records } = await openHere()
    const clients = await Promise.all([1, 2, 3].map(() => openPostgresRecords(place)))
    const put = await Promise.all(
      clients.flatMap((client) => [1, 2, 3].map((number) => client.put([{ content: `fact ${number}` }]))),
    )
    expect(put.flat().filter(({ outcome }) => outcome === 'added')).toHaveLength(3)
    const { changes } = await records.changes({ after: 0 })
    expect(changes.map(({ record }) => record?.content).toSorted()).toEqual(['fact 1', 'fact 2', 'fact 3'])
    await Promise.all([records, ...clients].map((client) => client.close()))
  })

  it('leave nothing of a forgotten record in the rows, and do not count its use', async () => {
    const { place, records } = await openHere()
    const [{ id } = { id: '' }] = await records.put([{ content: 'a secret', returnCount: 3 }])
    expect(await records.forget(id)).toBe(true)
    await records.touch([{ id, returned: 1, at: 1 }])
    const rows = await run<{ body: string | null }>(
      place.url,
      `SELECT body FROM ${place.schema}.record_entry`,
    )
    expect(rows).toEqual([{ body: null }])
    expect(await run(place.url, `SELECT * FROM ${place.schema}.record_use`)).toEqual([])
    await records.close()
  })

  it('report a damaged record, return the others, and can forget it', async () => {
    const { place, records } = await openHere()
    const [bad, good] = await records.put([{ content: 'first' }, { content: 'second' }])
    const { url, schema } = place
    await run(
      url,
      `UPDATE ${schema}.record_entry SET body = replace(body, 'first', 'fi5st') WHERE kind = 'record'`,
    )
    await expect(records.get(bad?.id ?? '')).rejects.toMatchObject({ code: 'RECORDS_CORRUPT' })
    expect(await records.verify()).toEqual([
      { id: bad?.id, reason: 'a record is damaged', isRestorable: false },
    ])
    const { records: listed, damaged } = await records.list()
    expect([listed.map(({ id }) => id), damaged]).toEqual([[good?.id], [bad?.id]])
    expect(await records.forget(bad?.id ?? '')).toBe(true)
    expect(await records.verify()).toEqual([])
    await records.close()
  })

  it('reject writes if they were opened read-only, and a missing schema', async () => {
    const { place, records } = await openHere()
    const reader = await openPostgresRecords({ ...place, isReadOnly: true })
    await expect(reader.put([{ content: 'more' }])).rejects.toMatchObject({ code: 'RECORDS_READ_ONLY' })
    await Promise.all([records.close(), reader.close()])
    const missing = openPostgresRecords({ ...nextPlace(), create: false })
    await expect(missing).rejects.toMatchObject({ name: 'RecordError', code: 'RECORDS_UNAVAILABLE' })
  })

  it('name the command for a backup, without the password', async () => {
    const records = await openNewRecords(server, { password: 'hunter2' })
    const refusal: unknown = await records.backup('copy').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RecordError)
    expect(String(refusal)).toMatch(/pg_dump --schema=test_/)
    expect(String(refusal)).not.toContain('hunter2')
    await records.close()
  })
})
