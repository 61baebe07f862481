import { recordingIo } from '@recallite/command-line/testing'
import type { IndexReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { printIndexNotes } from './index-report.js'

const nothing = {
  missing: [],
  refused: [],
  skipped: [],
  unread: [],
  withheld: [],
  unembedded: [],
  fallback: null,
  embedFailure: null,
} satisfies Partial<IndexReport>

describe('printIndexNotes', () => {
  it('names each kind of what was not understood once', () => {
    const unread = ['date', 'date', 'front matter'].map((kind, n) => ({
      root: 'notes',
      path: `${n}.md`,
      reason: `${kind} not read`,
    }))
    const { io, talked } = recordingIo()
    printIndexNotes({ ...nothing, unread }, io)
    expect(talked()).toBe(
      'date not read: 2 files, such as notes:0.md\nfront matter not read: 1 file, such as notes:2.md\n',
    )
  })

  it('lists ten texts without a vector and counts the others', () => {
    const unembedded = Array.from({ length: 12 }, (_, n) => ({
      document: { root: 'notes', path: `${n}.md` },
      startLine: 1,
      reason: 'too long',
    }))
    const { io, talked } = recordingIo()
    printIndexNotes({ ...nothing, unembedded }, io)
    const lines = talked().trimEnd().split('\n')
    expect(lines).toHaveLength(11)
    expect([lines[0], lines.at(-1)]).toEqual(['no vector for notes:0.md:1: too long', '… and 2 more'])
  })
})
