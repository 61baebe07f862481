import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import { migrate } from './ledger.js'
import { migrations } from './migrations.js'
import { unusedVectors } from './0008-unused-vectors.js'

describe('a file from before unused vectors were noticed', () => {
  it('keeps what it holds, and is written anew when it is next optimised', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const { database } = openConnection({ path })
    migrate(database, migrations.slice(0, migrations.indexOf(unusedVectors)), () => 0)
    database.exec(`
      INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes');
      INSERT INTO space (id, provider, model, dimensions, prompt_style, created_at) VALUES (1, 'sample', 'plane', 2, 'none', 3);
      INSERT INTO vector (id, space_id, text_hash, value, created_at) VALUES (1 << 40, 1, x'01', x'0000803f00000000', 4);
      UPDATE keyword_total SET changed = 3;`)
    database.close()
    const store = await openSqliteStore({ path, now: () => 10 })
    expect((await store.status()).spaces).toMatchObject([{ vectors: 0, unusedVectors: 1 }])
    expect(await store.removeUnusedVectors({ unusedFor: 5 })).toBe(0)
    const after = openConnection({ path }).database
    const deleted = after.prepare('SELECT deleted, changed FROM keyword_total')
    expect(deleted.get()).toEqual({ deleted: 1, changed: 3 })
    expect(await store.optimise()).toBeNull()
    expect(deleted.get()).toMatchObject({ deleted: 0 })
    after.close()
    await store.close()
  })
})
