import { recordingIo } from '@recallite/command-line/testing'
import type { SearchReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { searchAnswer, searchResult } from './__fixtures__/search-result.js'
import { printAnswerNotes, printOmitted } from './answer-notes.js'

const answer = searchAnswer()

const noModelReason = 'there is no model'

function notesOf(report: Partial<SearchReport>, isOutputTerminal = false): string {
  const { io, talked } = recordingIo({ isOutputTerminal })
  const found = { keyword: 0, vector: 0 }
  const rest = { found, stalePaths: [], syncFailure: null, refused: [] }
  printAnswerNotes({ answer, ...rest, ...report }, io, { noModelReason })
  return talked()
}

describe('printAnswerNotes', () => {
  it('suggests a lower threshold if it would show more', () => {
    const abstaining = { ...answer, confidence: 0.123, abstained: true, heldBack: 7 }
    expect(notesOf({ answer: abstaining })).toBe(
      'Probably nothing in your own memory (notes) answers this: 7 candidates held back, the best with 12 %. --threshold 0 shows them.\n',
    )
  })

  it('says how many less relevant results are held back', () => {
    const shown = { ...answer, heldBack: 4, results: [searchResult()] }
    expect(notesOf({ answer: shown })).toBe('4 less relevant results held back; --threshold 0 shows all.\n')
  })

  it('says that no note has a word of the query', () => {
    const retrievers = { keyword: 'empty', vector: 'ok' } as const
    const byMeaning = { ...answer, retrievers, results: [searchResult()] }
    expect(notesOf({ answer: byMeaning })).toBe(
      'No note contains a word of this query; the search went by meaning only.\n',
    )
  })

  it('names the phrase that nothing has', () => {
    const relaxed = { ...answer, unmatched: '"JWT tokens"', results: [searchResult()] }
    expect(notesOf({ answer: relaxed })).toBe('No note has "JWT tokens", so the search used its words.\n')
  })

  it.each([
    [{ text: 'last week', from: '2026-03-09', to: '2026-03-15' }, 'last week (2026-03-09 to 2026-03-15)'],
    [{ text: 'yesterday', from: '2026-03-17', to: '2026-03-17' }, 'yesterday (2026-03-17)'],
    [{ text: 'March', from: null, to: '2026-02-28' }, 'March (up to 2026-02-28)'],
  ])('describes the time of a query: %j', (time, text) => {
    const found = { ...answer, time, results: [searchResult()] }
    expect(notesOf({ answer: found }, true)).toBe(`Time: ${text}, preferred; --no-time ignores it.\n`)
  })

  it('gives reasons instead if retrievers failed', () => {
    const degraded = [{ retriever: 'keyword' as const, reason: 'the index is damaged' }]
    const failed = { ...answer, mode: 'none' as const, degraded }
    expect(notesOf({ answer: failed })).toBe(
      'Nothing found in your own memory (notes). Try other words.\nkeyword: the index is damaged\n',
    )
  })

  it('mentions a missing model if nothing was found, and to programs', () => {
    const degraded = [{ retriever: 'vector' as const, reason: noModelReason }]
    const found = { ...answer, results: [searchResult()], degraded }
    expect(notesOf({ answer: found }, true)).toBe('')
    expect(notesOf({ answer: { ...found, results: [] } }, true)).toContain('vector: there is no model')
    expect(notesOf({ answer: found })).toBe('vector: there is no model\n')
  })

  it('names a document that may be old, and says why files were not read', () => {
    const talked = notesOf({ stalePaths: ['notes:a.md', 'notes:b.md'], syncFailure: 'no\nrows' })
    expect(talked).toContain("out of date: notes:a.md, and 1 more. Run 'recallite index'.\n")
    expect(notesOf({ stalePaths: ['notes:.'] })).toContain('out of date: all of the root notes. Run')
    expect(talked).toContain('Changed files could not be read: no\\u{a}rows\n')
  })
})

function told(omission: Parameters<typeof printOmitted>[0]): string {
  const { io, talked } = recordingIo()
  printOmitted(omission, io)
  return talked()
}

describe('printOmitted', () => {
  it('says how many results were omitted, and what to do', () => {
    expect(told({ results: 3, omitted: 2, maxTokens: 500 })).toBe(
      '2 results omitted to fit within 500 tokens; a larger --max-tokens shows more.\n',
    )
    expect(told({ results: 3, omitted: 3, maxTokens: 9 })).toContain('not even the first of 3 results')
  })

  it('says nothing if all are printed', () => {
    expect(told({ results: 3, omitted: 0, maxTokens: 500 })).toBe('')
  })
})
