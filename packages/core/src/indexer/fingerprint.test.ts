import { describe, expect, it } from 'vitest'
import {
  type Chunking,
  defaultChunking,
  fingerprintOf,
  isConclusive,
  modifiedAt,
  sizeOf,
} from './fingerprint.js'
import { readerOf } from '../readers/source-document.js'

const today = `cutter 12, target 400, overlap 80, pieces, unicode ${process.versions.unicode}`

describe('an indexing fingerprint', () => {
  it.each([
    ['a.md', today],
    ['a.jsonl', today],
    ['a.html', `${today}, html 1`],
    ['a.xhtml', `${today}, html 1`],
  ])('names the reader of %s only if it extracts the text', (path, fingerprint) => {
    expect(fingerprintOf(defaultChunking, readerOf({}, path))).toBe(fingerprint)
  })

  it('names the reader of transcripts, for any file name', () => {
    expect(fingerprintOf(defaultChunking, readerOf({ kind: 'sessions' }, 'a.html'))).toBe(
      `${today}, session 3`,
    )
  })

  it('differs by each option of the chunking', () => {
    const others: Required<Chunking> = { target: 100, overlap: 7, pieces: false }
    for (const [option, value] of Object.entries(others)) {
      expect(fingerprintOf({ ...defaultChunking, [option]: value }, 'text'), option).not.toBe(today)
    }
  })

  it('differs by the description of the root', () => {
    const described = ['a', 'b'].map((description) => fingerprintOf(defaultChunking, 'html', { description }))
    expect(new Set([...described, fingerprintOf(defaultChunking, 'html', {})]).size).toBe(3)
    expect(fingerprintOf(defaultChunking, 'text', { description: undefined })).toBe(today)
  })

  it('names the chunking', () => {
    expect(fingerprintOf({ target: 100, overlap: 0 }, 'text')).toContain('target 100, overlap 0, pieces')
    expect(fingerprintOf({ ...defaultChunking, pieces: false }, 'text')).toContain('overlap 80, no pieces')
  })
})

const at = 1_760_000_000_123

function stampAt(changed: number, modified = changed): string {
  const nanoseconds = (milliseconds: number) => `${milliseconds}456789`
  return `10:${nanoseconds(modified)}:${nanoseconds(changed)}:7`
}

describe('a stamp', () => {
  it('has the size and the modification time of a file', () => {
    expect(sizeOf(stampAt(at))).toBe(10)
    expect(modifiedAt(stampAt(1, at))).toBe(at)
  })

  it.each([
    ['0', 0],
    ['1000000', 1],
    ['-86400000000000', -86_400_000],
  ])('of %s nanoseconds has %i milliseconds', (nanoseconds, milliseconds) => {
    expect(modifiedAt(`1:${nanoseconds}:0:1`)).toBe(milliseconds)
  })

  it('is not conclusive for a file that changed within two seconds before it was read', () => {
    expect([1999, 2000, 2001].map((later) => isConclusive(stampAt(at), at + later))).toEqual([
      false,
      false,
      true,
    ])
  })
})
