import { expect, it } from 'vitest'
import { cutDocument } from './cut-document.js'
import { defaultChunking } from './fingerprint.js'
import { createFilePacker, createFileUnpacker } from './packed-files.js'
import type { PreparedFile } from './prepare-file.js'

async function cut(path: string, text: string): Promise<PreparedFile> {
  const { chunks, ...about } = await cutDocument(
    { text, format: 'markdown', root: 'notes', path },
    defaultChunking,
  )
  const mark = { root: 'notes', path, contentHash: 'hash', fingerprint: 'cut', stamp: '1:2:3:4', readAt: 5 }
  return { kind: 'cut', document: { document: { ...mark, ...about }, chunks }, length: text.length }
}

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ')

it('gives back what was packed, group after group', async () => {
  const pack = createFilePacker()
  const unpack = createFileUnpacker()
  const groups: PreparedFile[][] = [
    [
      await cut('a.md', `# Gräser 備份\n\n${words(0, 900)} maxConcurrentProcesses 1,000,000\n`),
      { kind: 'same', stamp: '1:2:3:4' },
      await cut('folder/empty.md', ''),
    ],
    [],
    [{ kind: 'unreadable', reason: 'not valid UTF-8', isGone: true }, { kind: 'too-large' }],
    [await cut('b.md', `Gräser again, and ${words(0, 20)}`)],
  ]
  for (const group of groups) expect(unpack(structuredClone(pack(group).packed))).toEqual(group)
})

it('sends a word once, and begins anew where there are too many', async () => {
  const pack = createFilePacker()
  const unpack = createFileUnpacker()
  const first = pack([await cut('a.md', 'harbour tower')])
  unpack(first.packed)
  const second = pack([await cut('a.md', 'tower harbour')])
  unpack(second.packed)
  expect([first.packed.forms.includes('harbour'), second.packed.forms]).toEqual([true, ''])
  const many = await cut('many.md', words(0, 51_000))
  unpack(pack([many]).packed)
  const third = pack([await cut('a.md', 'tower harbour')])
  expect(third.packed.isAnew).toBe(true)
  expect(unpack(third.packed)).toEqual([await cut('a.md', 'tower harbour')])
})
