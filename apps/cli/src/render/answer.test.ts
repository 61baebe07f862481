import { recordingIo } from '@recallite/command-line/testing'
import type { SearchReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { searchAnswer } from './__fixtures__/search-result.js'
import { tellAnswerTroubles, tellOmitted, type Omission } from './answer.js'

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
    const talked = troublesOf({ stalePaths: ['notes:a.md', 'notes:b.md'], syncFailure: 'no\nrows' })
    expect(talked).toContain("out of date: notes:a.md, and 1 more. Run 'recallite index'.\n")
    expect(troublesOf({ stalePaths: ['notes:.'] })).toContain('out of date: all of the root notes. Run')
    expect(talked).toContain('Changed files could not be read: no\\u{a}rows\n')
  })
})

function told(omission: Omission): string {
  const { io, talked } = recordingIo()
  tellOmitted(omission, io)
  return talked()
}

describe('tellOmitted', () => {
  it('says how many there was no room for, and what to do', () => {
    expect(told({ found: 3, omitted: 2, maxTokens: 500 })).toBe(
      '2 results left out to stay within 500 tokens; a larger --max-tokens shows more.\n',
    )
    expect(told({ found: 3, omitted: 3, maxTokens: 9 })).toContain('not even the first of 3 results')
  })

  it('says nothing where all are printed', () => {
    expect(told({ found: 3, omitted: 0, maxTokens: 500 })).toBe('')
  })
})
