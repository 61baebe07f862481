import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withDatabase } from '../database.js'
import { fingerprint } from '../fingerprint.js'
import { createRandom } from '../random.js'
import { World } from '../world.js'
import { kinds } from './kinds.js'
import { outsideState, writeOutside } from './outside.js'

describe.each(kinds.map((kind) => [kind.name, kind] as const))('a hostile folder: %s', (_, kind) => {
  it('is laid without a change outside of it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recallite-hostile-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const world = new World(join(folder, 'world'))
    world.clear()
    writeOutside(world)
    const project = join(world.folder, kind.folderName ?? 'project')
    mkdirSync(join(project, 'memory'), { recursive: true })
    writeFileSync(join(project, 'memory', 'own.md'), '# Own\n')
    const shipped = join(folder, 'shipped.sqlite')
    withDatabase(shipped, (database) => {
      database.exec('CREATE TABLE root (path TEXT, kind TEXT); CREATE TABLE document (path TEXT)')
      database.prepare(`INSERT INTO root VALUES (?, 'folder')`).run(join(project, 'memory'))
      database.exec(`INSERT INTO document VALUES ('own.md')`)
    })
    const [harmless, before] = [fingerprint(world.folder), outsideState(world)]
    const scene = { world, project, outside: join(world.folder, 'outside'), shipped, random: createRandom(1) }
    kind.lay({ ...scene, trap: 'http://127.0.0.1:9' })
    const isChanged = kind.folderName !== undefined || fingerprint(world.folder) !== harmless
    expect(isChanged).toBe(true)
    expect(outsideState(world)).toBe(before)
  })
})

it('there are enough kinds, each with a name of its own', () => {
  expect(kinds.length).toBeGreaterThan(100)
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})
