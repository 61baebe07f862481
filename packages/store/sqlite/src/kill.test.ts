import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { startProcess } from './__fixtures__/start-process.js'
import { openConnection } from './connection/connection.js'
import { openSqliteStore } from './open-store.js'
import type { SqlDatabase } from './connection/sql-database.js'

const rounds = 10
const isBuilt = existsSync(join(import.meta.dirname, '../dist/index.js'))

/** Runs the writer for a moment and kills it; returns the last version it said it had written. */
async function writeUntilKilled(path: string, first: number): Promise<number> {
  const { child, lines } = await startProcess('index-forever.js', path, String(first))
  await sleep(Math.random() * 150)
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  return Number(lines().at(-1))
}

function expectSound(database: SqlDatabase): void {
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  database.exec("INSERT INTO chunk_words (chunk_words, rank) VALUES ('integrity-check', 1)")
  const count = (table: string) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()
  expect(count('chunk_words')).toEqual(count('chunk'))
  expect(count('embedding_input')).toEqual(count('chunk'))
}

/** Each document is one version, whole; returns the latest version. */
function expectWholeDocuments(database: SqlDatabase): number {
  const documents = database
    .prepare<{ id: number; version: string }>('SELECT id, content_hash AS version FROM document')
    .all()
  for (const { id, version } of documents) {
    const chunks = database
      .prepare<{ text: string }>('SELECT text FROM chunk WHERE document_id = ? ORDER BY position')
      .all(id)
    expect(chunks.map(({ text }) => text.split(' ', 2).join(' '))).toEqual(
      Array.from({ length: 20 }, (_, position) => `version${version} chunk${position}`),
    )
    const found = database
      .prepare('SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?')
      .all(`"version${version}"`)
    expect(found).toHaveLength(20)
  }
  return Math.max(...documents.map(({ version }) => Number(version)))
}

describe.skipIf(!isBuilt)('a writer that is killed at any moment', () => {
  it('leaves a sound database with everything it said it had written', { timeout: 120_000 }, async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    let latest = 0
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await writeUntilKilled(path, latest + 1)
      expect(acknowledged).toBeGreaterThan(latest)
      const { database } = openConnection({ path })
      expectSound(database)
      latest = expectWholeDocuments(database)
      expect(latest).toBeGreaterThanOrEqual(acknowledged)
      database.close()
    }
    const store = await openSqliteStore({ path })
    const { documents, chunks, spaces } = await store.status()
    expect(chunks).toBe(documents * 20)
    for (const { vectors, pending } of spaces) expect(vectors + pending).toBe(chunks)
    await store.close()
  })
})
