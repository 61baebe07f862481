import { describe, expect, it } from 'vitest'
import { sortQueries } from './sort-queries.js'

function query(text: string, ...grades: number[]) {
  const graded = new Map(grades.map((grade, index) => [`d${index}`, grade]))
  return { id: text, text, kind: '', grades: graded, passages: [], note: '' }
}

describe('sortQueries', () => {
  it('keeps for ranking what asks something and is answered', () => {
    const first = query('one', 0, 2)
    const queries = [first, query('two'), query('three', 0), query(' \n', 1), query('')]
    expect(sortQueries(queries)).toEqual({ rankable: [first], unanswerable: 2, blank: 2 })
  })
})
