import { recordingIo } from '@recallite/command-line/testing'
import type { IndexReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { printIndexNotes } from './index-report.js'

const nothing = {
  missing: [],
  refused: [],
  skipped: [],
  leftOutCharacters: 0,
  unread: [],
  withheld: [],
  unembedded: [],
  fallback: null,
  embedFailure: null,
} satisfies Partial<IndexReport>

describe('printIndexNotes', () => {
  it('names each link to a folder, and counts other files', () => {
    const reason = 'a link to a folder; links are not followed'
    const skipped = ['shared', 'a.png', 'b.png'].map((path) => {
      return { root: 'notes', path, reason: path === 'shared' ? reason : 'binary', isText: false }
    })
    const { io, talked } = recordingIo()
    printIndexNotes({ ...nothing, skipped }, io)
    const others = '2 files skipped: not a text file extension (--json lists all)'
    expect(talked()).toBe(`skipped notes:shared: ${reason}\n${others}\n`)
  })

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

  it('says how much was left out', () => {
    const { io, talked } = recordingIo()
    printIndexNotes({ ...nothing, leftOutCharacters: 1500 }, io)
    expect(talked()).toMatch(/^1,?500 characters left out: data such as/u)
  })
})
