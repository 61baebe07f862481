import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@recallite/embeddings/process'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeGguf } from '../__fixtures__/gguf-file.js'
import { readGgufHeader } from './read-gguf-header.js'

const folder = mkdtempSync(join(tmpdir(), 'recallite-test-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function readBytes(bytes: Buffer) {
  const path = join(folder, 'model.gguf')
  writeFileSync(path, bytes)
  return readGgufHeader(path)
}

/** What reading the bytes comes to: a header, or the reason of a refusal. Other errors go through. */
function outcomeOf(bytes: Buffer): unknown {
  try {
    return readBytes(bytes)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const metadata = {
  'general.architecture': 'bert',
  'bert.attention.causal': false,
  'bert.context_length': 512,
  'tokenizer.ggml.tokens': ['[PAD]', 'a', 'ß', '日本'],
  'tokenizer.ggml.scores': [0, 1, 2, 3],
  'general.name': 'tiny',
}

const single = Object.entries(metadata).filter(([, value]) => !Array.isArray(value))
const sound = Buffer.concat([encodeGguf(metadata, [{ offset: 0 }, { offset: 64 }]), Buffer.alloc(128)])

describe('readGgufHeader', () => {
  it('reads the single values and passes over arrays', () => {
    expect(Object.fromEntries(readBytes(sound))).toEqual(Object.fromEntries(single))
  })

  it('reads values far behind the first megabyte', () => {
    const tokens = Array.from({ length: 100_000 }, (_, number) => `token number ${number}`)
    expect(readBytes(encodeGguf({ tokens, after: 'x' })).get('after')).toBe('x')
  })

  it('passes over a text of megabytes', () => {
    expect(readBytes(encodeGguf({ template: 'x'.repeat(3_000_000), after: 'y' })).get('after')).toBe('y')
  })

  it('refuses a file whose tensors begin behind its end', () => {
    expect(outcomeOf(encodeGguf(metadata, [{ offset: 1_000_000 }]))).toMatch(/cut short/)
  })

  it('refuses a version it does not know', () => {
    const other = Buffer.from(sound)
    other.writeUInt32LE(9, 4)
    expect(outcomeOf(other)).toMatch(/GGUF version 9/)
  })

  it('refuses numbers of things that no file can hold', () => {
    const other = Buffer.from(sound)
    other.writeBigUInt64LE(2n ** 63n, 16)
    expect(outcomeOf(other)).toMatch(/cut short|no known type/)
  })

  it('refuses the file cut anywhere before its last tensor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sound.length - 65 }), (length) => {
        expect(outcomeOf(sound.subarray(0, length))).toMatch(/cut short/)
      }),
    )
  })

  it('reads or refuses, and never fails otherwise, whatever bytes are changed', () => {
    const change = fc.tuple(fc.integer({ min: 4, max: sound.length - 1 }), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const damaged = Buffer.from(sound)
        for (const [place, value] of changes) damaged.writeUInt8(value, place)
        expect(outcomeOf(damaged)).toBeDefined()
      }),
      { numRuns: 500 },
    )
  })
})
