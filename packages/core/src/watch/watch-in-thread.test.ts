import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { isBuilt } from './__fixtures__/watched-notes.js'
import { watchInThread } from './follow-roots.js'

async function watched(roots: readonly Root[]) {
  const heard = { changes: 0, moves: 0, failures: [] as unknown[] }
  const watch = await watchInThread(roots, {
    onChange: () => void (heard.changes += 1),
    onMove: () => void (heard.moves += 1),
    onFailure: (error) => void heard.failures.push(error),
  })
  onTestFinished(() => watch.close())
  return { heard, watch }
}

describe.skipIf(!isBuilt)('A21: files watched in a thread', () => {
  it('thousands of changes are told in a few words', async () => {
    const folder = notesFolder({ 'in/a.md': 'alpha' })
    const { heard } = await watched([{ name: 'notes', path: folder }])
    for (let number = 0; number < 2_000; number += 1) writeNote(folder, `in/${number}.md`, 'note')
    await expect.poll(() => heard.changes).toBeGreaterThan(0)
    await setTimeout(1_000)
    expect(heard.changes).toBeLessThan(100)
    rmSync(join(folder, 'in'), { recursive: true })
    const before = heard.changes
    await expect.poll(() => heard.changes).toBeGreaterThan(before)
    expect([heard.moves, heard.failures]).toEqual([0, []])
  })

  it('only what matters is told, by the globs and kinds of the roots', async () => {
    const folder = notesFolder({ 'memory/a.md': 'alpha', 'src/code.md': 'code', 'talks/a.jsonl': '{}' })
    const memory = { name: 'work', path: folder, include: ['memory/**/*.md'] }
    const talks = { name: 'talks', path: join(folder, 'talks'), kind: 'sessions' } as const
    const { heard } = await watched([memory, talks])
    for (const path of ['src/code.md', 'src/new.md', 'talks/a.md', 'memory/a.png'])
      writeNote(folder, path, 'new')
    await setTimeout(500)
    expect(heard.changes).toBe(0)
    for (const path of ['memory/a.md', 'talks/b.jsonl']) {
      const before = heard.changes
      writeNote(folder, path, 'newer')
      await expect.poll(() => heard.changes).toBeGreaterThan(before)
      await setTimeout(200)
    }
  })

  it('a root that goes is told, and one that is not there is left out', async () => {
    const folder = notesFolder({ 'work/a.md': 'alpha' })
    const roots = ['work', 'missing'].map((name) => ({ name, path: join(folder, name) }))
    const { heard } = await watched(roots)
    expect(heard.failures).toEqual([])
    rmSync(join(folder, 'work'), { recursive: true })
    await expect.poll(() => heard.moves).toBeGreaterThan(0)
    expect(heard.failures).toEqual([])
  })

  it('a thread that ends has failed', async () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    const include = 5 as unknown as string[]
    const { heard } = await watched([{ name: 'notes', path: folder, include }])
    expect(heard.failures).toEqual([expect.any(TypeError), expect.stringMatching(/ended with code 1/)])
  })

  it('nothing is told any more when it is closed', async () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    const { heard, watch } = await watched([{ name: 'notes', path: folder }])
    writeNote(folder, 'b.md', 'beta')
    await watch.close()
    await setTimeout(200)
    expect(heard).toEqual({ changes: 0, moves: 0, failures: [] })
  })
})
