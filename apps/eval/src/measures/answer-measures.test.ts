import { describe, expect, it } from 'vitest'
import { abstention } from './abstention.js'
import type { JudgedQuery, ShownAnswer } from './answer-measure.js'
import { found } from './found.js'
import { passage } from './passage.js'

function show(...documents: string[]): ShownAnswer {
  return { results: documents.map((document) => shown(document, false)) }
}

function shown(document: string, hasPassage: boolean) {
  return { document, hasPassage, startLine: 1, endLine: 2, score: 0.5, evidence: 0.5 }
}

const unknown: ShownAnswer = { results: null }
const answerable: JudgedQuery = { grades: { a: 1, b: 0 }, passages: [] }
const withPassage: JudgedQuery = { ...answerable, passages: [{ document: 'a', contains: 'sessions end' }] }
const unanswerable: JudgedQuery = { grades: { b: 0 }, passages: [] }

describe('found', () => {
  it('is 1 where a document that answers is shown, at whatever rank', () => {
    expect(found.score(show('x', 'y', 'a'), answerable)).toBe(1)
  })

  it('is 0 where none is shown, and where nothing is', () => {
    expect(found.score(show('b', 'x'), answerable)).toBe(0)
    expect(found.score(show(), answerable)).toBe(0)
  })

  it('does not apply where no document answers, or where nobody knows what was shown', () => {
    expect(found.score(show('b'), unanswerable)).toBeUndefined()
    expect(found.score(show(), { ...unanswerable, grades: {} })).toBeUndefined()
    expect(found.score(unknown, answerable)).toBeUndefined()
  })

  it('does not take what every object has for a grade', () => {
    expect(found.score(show('constructor', 'toString', '__proto__'), answerable)).toBe(0)
  })
})

describe('passage', () => {
  it('is 1 where a shown chunk holds the answer', () => {
    const results = [shown('x', false), shown('a', false), shown('a', true)]
    expect(passage.score({ results }, withPassage)).toBe(1)
  })

  it('is 0 where the document is shown without it, and where nothing is', () => {
    expect(passage.score(show('a'), withPassage)).toBe(0)
    expect(passage.score(show(), withPassage)).toBe(0)
  })

  it('does not apply to queries without passages or answers, or where nobody knows what was shown', () => {
    expect(passage.score({ results: [shown('a', true)] }, answerable)).toBeUndefined()
    expect(passage.score(show(), { ...withPassage, grades: {} })).toBeUndefined()
    expect(passage.score(unknown, withPassage)).toBeUndefined()
  })
})

describe('abstention', () => {
  it('is 1 where nothing is shown for a query that nothing answers', () => {
    expect(abstention.score(show(), unanswerable)).toBe(1)
    expect(abstention.score(show('x'), unanswerable)).toBe(0)
  })

  it('does not apply to other queries, or where nobody knows what was shown', () => {
    expect(abstention.score(show(), answerable)).toBeUndefined()
    expect(abstention.score(unknown, unanswerable)).toBeUndefined()
  })
})
