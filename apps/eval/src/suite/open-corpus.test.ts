import { describe, expect, it } from 'vitest'
import { holdsPassage } from './open-corpus.js'

const chunk = {
  document: 'auth.md',
  startLine: 10,
  endLine: 14,
  text: '# Sessions\n\nSessions end  after\n900 seconds.',
}

describe('holdsPassage', () => {
  it.each([
    [{}, true],
    [{ lines: [1, 9] }, false],
    [{ lines: [1, 10] }, true],
    [{ lines: [12, 12] }, true],
    [{ lines: [14, 99] }, true],
    [{ lines: [15, 99] }, false],
    [{ contains: 'end after 900\n\nseconds' }, true],
    [{ contains: ' Sessions end ' }, true],
    [{ contains: 'sessions end' }, false],
    [{ contains: '901' }, false],
    [{ lines: [14, 20], contains: '900' }, true],
    [{ lines: [15, 20], contains: '900' }, false],
    [{ lines: [14, 20], contains: '901' }, false],
  ] as const)('%j: %s', (place, holds) => {
    expect(holdsPassage([{ document: 'auth.md', ...place }], chunk)).toBe(holds)
    expect(holdsPassage([{ document: 'Auth.md', ...place }], chunk)).toBe(false)
  })

  it('needs one of several passages, and is false without passages', () => {
    const here = { document: 'auth.md', contains: 'seconds' }
    const elsewhere = { document: 'garden.md', contains: 'seconds' }
    expect(holdsPassage([elsewhere, here], chunk)).toBe(true)
    expect(holdsPassage([elsewhere], chunk)).toBe(false)
    expect(holdsPassage([], chunk)).toBe(false)
  })
})
