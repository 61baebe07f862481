import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { fill, sampleChunk } from '../../__fixtures__/samples.js'
import { openConnection } from '../../connection/connection.js'
import { openSqliteStore } from '../../open-store.js'

it('an index is intact that another connection merged after it was read, and damage is still found', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const [reader, writer] = [await openSqliteStore({ path }), await openSqliteStore({ path })]
  const { database } = openConnection({ path })
  for (const round of ['one', 'two', 'three']) {
    const texts = Array.from({ length: 60 }, (_, number) => `harbour ${number} ship${number % 7} ${round}`)
    await fill(
      writer,
      texts.map((text, number) => sampleChunk(`c${number}`, text)),
    )
    expect(await reader.maintenance.verify()).toEqual([])
    for (const index of ['chunk_words', 'chunk_forms'])
      database.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
    expect(await reader.maintenance.verify({ isQuick: true })).toEqual([])
  }
  database.close()
  await writer.close()
  await reader.close()
  const bytes = readFileSync(path)
  bytes.fill(0x5a, bytes.lastIndexOf('harbour') - 9, bytes.lastIndexOf('harbour'))
  writeFileSync(path, bytes)
  const damaged = await openSqliteStore({ path })
  expect(await damaged.maintenance.verify()).not.toEqual([])
  await damaged.close()
})
