import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generateCorpus } from './generate-corpus.js'

const notes = generateCorpus(2000)
const all = notes.map(({ text }) => text).join('\n')

/** How many notes have it. */
function notesWith(pattern: RegExp): number {
  return notes.filter(({ text }) => pattern.test(text)).length
}

describe('generateCorpus', () => {
  it('gives 2,000 notes of 2.5 MB in total', () => {
    expect(new Set(notes.map(({ path }) => path)).size).toBe(2000)
    expect(Buffer.byteLength(all) / 2.5e6).toBeCloseTo(1, 1)
  })

  it('gives the same notes each time, so that results can be compared', () => {
    expect(generateCorpus(40)).toEqual(notes.slice(0, 40))
    expect(createHash('sha256').update(all).digest('hex').slice(0, 12)).toBe('174c3444e6da')
  })

  it('has what notes have', () => {
    expect(notesWith(/^# \S/)).toBe(2000)
    for (const part of [/^## \S/m, /^- \S/m, /^```js\n[^`]+\n```$/m, /\p{Script=Han}{4}/u]) {
      expect(notesWith(part)).toBeGreaterThan(400)
    }
  })

  it('has common words and rare ones', () => {
    const counts = new Map<string, number>()
    for (const [word] of all.matchAll(/[a-z]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const sorted = [...counts.values()].toSorted((a, b) => b - a)
    expect(sorted.length).toBeGreaterThan(5000)
    expect(sorted[0]).toBeGreaterThan(100 * (sorted[2000] ?? 0))
  })
})
