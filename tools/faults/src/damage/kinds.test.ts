import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withDatabase } from '../database.js'
import { fingerprint } from '../fingerprint.js'
import { vectorBytes } from '../provider.js'
import { createRandom } from '../random.js'
import { World } from '../world.js'
import { kinds, type Kind } from './kinds.js'

const texts = ['the first text', 'the second text']

/** A database with something in it for every kind of damage, and a log of some bytes beside it. */
function makeDatabase(world: World): void {
  world.clear()
  withDatabase(world.database, (database) => {
    database.pragma('journal_mode = WAL')
    database.exec(`BEGIN; CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE root (path TEXT); CREATE TABLE note (path TEXT, text TEXT); CREATE TABLE vector (value BLOB);
      CREATE INDEX by_path ON note (path); CREATE TRIGGER added AFTER INSERT ON note BEGIN SELECT 1; END;
      INSERT INTO migration VALUES (1, 'first'), (2, 'second')`)
    database.prepare('INSERT INTO root VALUES (?)').run(world.notesFolder)
    const note = database.prepare('INSERT INTO note VALUES (?, ?)')
    for (let number = 0; number < 200; number += 1) note.run(`folder-1/${number}.md`, 'harbour '.repeat(50))
    for (const text of texts) database.prepare('INSERT INTO vector VALUES (?)').run(vectorBytes(text))
    database.exec('COMMIT')
  })
}

/** What is there before and after a kind of damage. */
function damagedBy(kind: Kind, world: World): { before: string; after: string } {
  makeDatabase(world)
  for (const suffix of kind.needsLog ? ['-wal', '-shm'] : [])
    writeFileSync(`${world.database}${suffix}`, createRandom('log').bytes(9000))
  const outside = join(world.folder, 'outside', 'canary.md')
  mkdirSync(join(world.folder, 'outside'))
  const before = fingerprint(world.dataFolder)
  kind.injure({ world, outside, texts, random: createRandom(5) })
  return { before, after: fingerprint(world.dataFolder) }
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))('damage: %s', (_, kind) => {
  it('happens, and is the same for the same seed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recallite-kinds-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const world = new World(join(folder, 'world'))
    const { before, after } = damagedBy(kind, world)
    expect(after).not.toBe(before)
    expect(damagedBy(kind, world)).toEqual({ before, after })
  })
})

it('there are enough kinds, each with a name of its own', () => {
  expect(kinds.length).toBeGreaterThan(60)
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})
