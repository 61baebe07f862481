import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { createRandom } from '@recallite/test-kit/random'
import { expect, it } from 'vitest'
import { kinds as damageKinds } from './damage/damage.ts'
import { withDatabase } from './database.ts'
import { fingerprint } from './fingerprint.ts'
import { kinds as folderKinds } from './folders/kinds.ts'
import { outsideState, writeOutside } from './folders/outside.ts'
import { vectorBytes } from './provider.ts'
import { World } from './world.ts'

const texts = ['the first text', 'the second text']

function makeWorld(): World {
  const world = new World(join(temporaryFolder(), 'world'))
  world.clear()
  return world
}

/** A database with something in it for every kind of damage. */
function makeDatabase(world: World): void {
  world.clear()
  withDatabase(world.database, (database) => {
    database.exec(`PRAGMA journal_mode = WAL; BEGIN; CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT);
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

it.each(damageKinds)('damage happens, and is the same for the same seed: $name', (kind) => {
  const world = makeWorld()
  const outside = join(world.folder, 'outside', 'canary.md')
  const damaged = () => {
    makeDatabase(world)
    for (const suffix of kind.needsLog ? ['-wal', '-shm'] : [])
      writeFileSync(`${world.database}${suffix}`, createRandom('log').bytes(9000))
    mkdirSync(join(world.folder, 'outside'))
    const before = fingerprint(world.dataFolder)
    kind.injure({ world, outside, texts, random: createRandom(5) })
    return { before, after: fingerprint(world.dataFolder) }
  }
  const first = damaged()
  expect(first.after).not.toBe(first.before)
  expect(damaged()).toEqual(first)
})

it.each(folderKinds)('a hostile folder is laid without a change outside of it: $name', (kind) => {
  const world = makeWorld()
  writeOutside(world)
  const project = join(world.folder, kind.folderName ?? 'project')
  mkdirSync(join(project, 'memory'), { recursive: true })
  writeFileSync(join(project, 'memory', 'own.md'), '# Own\n')
  const shipped = join(world.folder, '..', 'shipped.sqlite')
  withDatabase(shipped, (database) => {
    database.exec('CREATE TABLE root (path TEXT, kind TEXT); CREATE TABLE document (path TEXT)')
    database.prepare(`INSERT INTO root VALUES (?, 'folder')`).run(join(project, 'memory'))
    database.exec(`INSERT INTO document VALUES ('own.md')`)
  })
  const [harmless, before] = [fingerprint(world.folder), outsideState(world)]
  const outside = join(world.folder, 'outside')
  kind.lay({ world, project, outside, shipped, random: createRandom(1), trap: 'http://127.0.0.1:9' })
  expect(kind.folderName !== undefined || fingerprint(world.folder) !== harmless).toBe(true)
  expect(outsideState(world)).toBe(before)
})

it.each([
  [60, damageKinds],
  [100, folderKinds],
])('there are at least %d kinds, each with a name of its own', (least, kinds) => {
  expect(kinds.length).toBeGreaterThan(least)
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})
