import { expect, it } from 'vitest'
import { makeNotes, sentinelOf } from './notes.js'

it('gives every note a word that no other has', () => {
  const notes = makeNotes({ files: 60, sections: 2, seed: 3 })
  expect(new Set(notes.map(({ sentinel }) => sentinel)).size).toBe(60)
  expect(new Set(notes.map(({ path }) => path)).size).toBe(60)
  for (const { sentinel } of notes)
    expect(notes.filter(({ text }) => text.includes(sentinel))).toHaveLength(1)
})

it('makes the same notes for the same seed', () => {
  const size = { files: 3, sections: 2 }
  expect(makeNotes({ ...size, seed: 1 })).toEqual(makeNotes({ ...size, seed: 1 }))
  expect(makeNotes({ ...size, seed: 1 })).not.toEqual(makeNotes({ ...size, seed: 2 }))
})

it('makes sentinels of letters alone, for as many notes as there may be', () => {
  const all = Array.from({ length: 17_576 }, (_, number) => sentinelOf(number))
  expect(new Set(all).size).toBe(all.length)
  expect(all.every((word) => /^[a-z]+$/.test(word))).toBe(true)
})
