import { describe, expect, it } from 'vitest'
import { passingFiles, type ShownFor } from './passing-files.js'

function ask(relevant: readonly string[], ...documents: string[]): ShownFor {
  const results = documents.map((document) => ({
    document,
    startLine: 1,
    endLine: 1,
    score: 1,
    evidence: 1,
    hasPassage: false,
  }))
  return { query: { grades: Object.fromEntries(relevant.map((id) => [id, 1])) }, answer: { results } }
}

/** Queries for one file, of which some find it. */
function queriesFor(file: string, { found, queries }: { found: number; queries: number }): ShownFor[] {
  return Array.from({ length: queries }, (_, index) => ask([file], 'other', ...(index < found ? [file] : [])))
}

describe('passingFiles', () => {
  it.each<[found: number, queries: number, passes: boolean]>([
    [0, 1, false],
    [1, 1, true],
    [1, 2, false],
    [2, 2, true],
    [1, 3, false],
    [2, 3, true],
    [2, 4, false],
    [3, 4, true],
    [2, 5, false],
    [3, 5, true],
    [2, 6, false],
    [3, 6, true],
    [2, 20, false],
    [3, 20, true],
  ])('with %i of %i queries: %j', (found, queries, passes) => {
    expect(passingFiles(queriesFor('a', { found, queries }))).toEqual({ passed: passes ? 1 : 0, total: 1 })
  })

  it('counts a query for each of its documents, and each finds itself alone', () => {
    const shown = [ask(['a', 'b'], 'a'), ask(['a', 'b'], 'a', 'b'), ask(['c'], 'a')]
    expect(passingFiles(shown)).toEqual({ passed: 1, total: 3 })
  })

  it('counts a file once for a query, however many of its chunks are shown', () => {
    expect(passingFiles([ask(['a'], 'a', 'a', 'a'), ask(['a'], 'b'), ask(['a'])])).toEqual({
      passed: 0,
      total: 1,
    })
  })

  it('leaves out documents judged 0 and queries that nothing answers', () => {
    const judged = { query: { grades: { a: 2, b: 0 } }, answer: ask([], 'a', 'b').answer }
    expect(passingFiles([judged, ask([], 'c')])).toEqual({ passed: 1, total: 1 })
  })

  it('is null where no query has an answer, or where nobody knows what was shown', () => {
    expect(passingFiles([])).toBeNull()
    expect(passingFiles([ask([], 'a')])).toBeNull()
    expect(passingFiles([ask(['a'], 'a'), { ...ask(['b']), answer: { results: null } }])).toBeNull()
  })

  it('does not mind a query that nothing answers and whose results nobody knows', () => {
    const unknown = { ...ask([]), answer: { results: null } }
    expect(passingFiles([ask(['a'], 'a'), unknown])).toEqual({ passed: 1, total: 1 })
  })
})
