import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { randomNumbers } from './__fixtures__/natural-chunks.js'
import { openSqliteStore } from './open-store.js'
import { repairStore } from './repair-store.js'
import { filledFile, wide } from './verify/__fixtures__/damaged-copy.js'

const pageSize = 8192

async function contentOf(path: string) {
  const store = await openSqliteStore({ path, create: false })
  const { spaces, chunks, roots } = await store.status()
  const kept = { spaces: await store.listSpaces(), note: await store.readNote('a note of some length') }
  const left = await store.verify()
  const pending = (await store.pendingTexts(wide, { limit: 1000 })).length
  await store.close()
  return {
    vectors: spaces.map(({ vectors, bytes }) => [vectors, bytes]),
    chunks,
    roots,
    ...kept,
    left,
    pending,
  }
}

function damagedCopy(path: string, damage: (bytes: Buffer) => void): string {
  const bytes = readFileSync(path)
  damage(bytes)
  const copy = join(temporaryFolder(), 'damaged.sqlite')
  writeFileSync(copy, bytes)
  return copy
}

describe('repairing a store', () => {
  it('keeps every row of a whole one', async () => {
    const path = await filledFile()
    const before = readFileSync(path)
    expect(await repairStore({ path })).toMatchObject({ damages: [], aside: null })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('keeps folders, spaces, notes and every vector that is not on the page that was lost', async () => {
    const path = await filledFile()
    const whole = await contentOf(path)
    const pages = readFileSync(path).length / pageSize
    let rebuilt = 0
    for (let page = 0; page < pages; page += 1) {
      const copy = damagedCopy(path, (bytes) => void bytes.fill(0x5a, page * pageSize, (page + 1) * pageSize))
      const { damages, aside } = await repairStore({ path: copy })
      if (aside !== null) rebuilt += 1
      const { left, pending, roots, spaces, note } = await contentOf(copy)
      expect([page, left]).toEqual([page, []])
      const names = roots.map(({ name, path: folder, include }) => ({ name, path: folder, include }))
      expect([page, names]).toEqual([
        page,
        [{ name: 'notes', path: '/home/someone/notes', include: ['memory/**/*.md'] }],
      ])
      expect([page, spaces, note]).toEqual([page, whole.spaces, whole.note])
      expect(damages.length + pending).toBeGreaterThanOrEqual(0)
    }
    expect(rebuilt).toBeGreaterThan(pages / 2)
  }, 600_000)

  it('keeps them whatever bit is flipped', async () => {
    const path = await filledFile()
    const whole = await contentOf(path)
    const random = randomNumbers(11)
    const log: unknown[] = []
    for (let flip = 0; flip < 40; flip += 1) {
      const size = readFileSync(path).length
      const at = flip < 12 ? Math.floor(random() * 100) : Math.floor(random() * size)
      const copy = damagedCopy(
        path,
        (bytes) => void (bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))),
      )
      const { damages, aside, kept } = await repairStore({ path: copy })
      const { left, pending, roots, spaces, note } = await contentOf(copy)
      log.push([
        at,
        Math.floor(at / pageSize) + 1,
        damages.map(({ part, reason }) => `${part}: ${reason}`),
        aside !== null,
        kept,
        pending,
      ])
      expect([at, left]).toEqual([at, []])
      expect([at, roots.map(({ name }) => name)]).toEqual([at, ['notes']])
      expect([at, spaces, note]).toEqual([at, whole.spaces, whole.note])
    }
    console.log(JSON.stringify(log, null, 0).replaceAll('],[', '],\n['))
  }, 600_000)
})
