import { describe, expect, it } from 'vitest'
import { openConnection } from '../connection/connection.js'
import { changedCopy, filledFile, readContents, withRecords } from './__fixtures__/sample-records.js'

describe('reading damaged records', () => {
  it('gives the second copy of a record whose first is damaged, and the other way round', async () => {
    const { path, contents } = await filledFile()
    for (const table of ['entry', 'entry_copy']) {
      const copy = changedCopy(path, () => undefined)
      const { database } = openConnection({ path: copy, isOfRecords: true })
      database.exec(`UPDATE ${table} SET checksum = checksum + 1`)
      database.close()
      await withRecords(copy, async (store) => {
        expect(await readContents(store)).toEqual(contents)
        expect(await store.verify()).toHaveLength(128)
      })
    }
  })

  it('names those that are damaged in both copies, and reads all others', async () => {
    const { path } = await filledFile(5)
    const { database } = openConnection({ path, isOfRecords: true })
    for (const table of ['entry', 'entry_copy'])
      database.exec(`UPDATE ${table} SET checksum = 0 WHERE id = 'record 2'`)
    database.close()
    await withRecords(path, async (store) => {
      await expect(store.get('record 2')).rejects.toMatchObject({
        code: 'RECORDS_CORRUPT',
        message: expect.stringContaining('doctor --repair'),
      })
      expect((await store.getAll(['record 1', 'record 2'])).map(({ id }) => id)).toEqual(['record 1'])
      expect((await store.list()).damaged).toEqual(['record 2'])
      expect((await store.changes({ after: 0 })).damaged).toEqual(['record 2'])
      expect(await store.forget('record 2')).toBe(true)
      expect(await store.verify()).toEqual([])
    })
  })
})
