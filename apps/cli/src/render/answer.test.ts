import { recordingIo } from '@recallite/command-line/testing'
import type { SearchReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { searchAnswer } from './__fixtures__/search-result.js'
import { tellAnswerTroubles } from './answer.js'

const answer = searchAnswer()

function troublesOf(report: Partial<SearchReport>): string {
  const { io, talked } = recordingIo()
  const found = { keyword: 0, vector: 0 }
  tellAnswerTroubles({ answer, found, stalePaths: [], syncFailure: null, refused: [], ...report }, io)
  return talked()
}

describe('tellAnswerTroubles', () => {
  it('advises a lower threshold where it would show more', () => {
    expect(troublesOf({})).toContain('--min-score 0')
  })

  it('gives reasons instead where retrievers failed', () => {
    const degraded = [{ retriever: 'keyword' as const, reason: 'the index is damaged' }]
    const failed = { ...answer, mode: 'none' as const, degraded }
    expect(troublesOf({ answer: failed })).toBe('Nothing found.\nkeyword: the index is damaged\n')
  })

  it('names a document that may be old, and says why files were not read', () => {
    const told = troublesOf({ stalePaths: ['notes:a.md', 'notes:b.md'], syncFailure: 'no\nrows' })
    expect(told).toContain("out of date: notes:a.md, and 1 more. Run 'recallite index'.\n")
    expect(troublesOf({ stalePaths: ['notes:.'] })).toContain('out of date: all of the root notes. Run')
    expect(told).toContain('Changed files could not be read: no\\u{a}rows\n')
  })
})
