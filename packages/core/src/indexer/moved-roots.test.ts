import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

const notes = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}.md`, `Lighthouse ${n}.`]))

/** Indexes a folder, moves it, and indexes it again, after an optional change. */
async function moved(change: (from: string, to: string) => void = () => {}) {
  const { memory } = await testMemory()
  const from = notesFolder(notes)
  const to = `${from}-moved`
  await memory.index([from])
  renameSync(from, to)
  change(from, to)
  const { moved: report } = await memory.index([to])
  const root = (await memory.listRoots()).find(({ path }) => path === from)
  return { report, expected: [{ root: root?.name, to }], memory }
}

it('reports a moved root, and removes nothing', async () => {
  const { report, expected, memory } = await moved()
  expect(report).toEqual(expected)
  expect(await memory.listDocuments(expected[0]?.root ?? '')).toHaveLength(20)
  await memory.removeRoot(expected[0]?.root ?? '')
  expect((await memory.index([])).moved).toEqual([])
})

it('does so if five of twenty notes changed since, or a link leads to the new folder', async () => {
  const edited = await moved((_, to) =>
    ['n0.md', 'n1.md', 'n2.md', 'n3.md', 'n4.md'].forEach((name) => rmSync(join(to, name))),
  )
  expect(edited.report).toEqual(edited.expected)
  const linked = await moved((from, to) => symlinkSync(to, from))
  expect(linked.report).toEqual(linked.expected)
})

it('does not if more changed, or if the folder still exists', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `n${index}.md`)
  const edit = (to: string) => names.map((name) => writeFileSync(join(to, name), name))
  expect((await moved((_, to) => void edit(to))).report).toEqual([])
  const { memory } = await testMemory()
  expect((await memory.index([notesFolder(notes), notesFolder(notes)])).moved).toEqual([])
})
