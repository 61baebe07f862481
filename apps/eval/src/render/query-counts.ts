import type { Row } from '../summary/row.js'
import { countOf, formatCount, queryWords } from './figures.js'

/** How many queries the means are over, and what is apart: `20 queries; apart: 1 that no document answers, 2 blank`. */
export function describeQueryCounts({ queries, apart }: Pick<Row, 'queries' | 'apart'>): string {
  const { unanswerable, blank } = apart
  const others = [
    ...(unanswerable > 0 ? [`${formatCount(unanswerable)} that no document answers`] : []),
    ...(blank > 0 ? [`${formatCount(blank)} blank`] : []),
  ]
  return `${countOf(queries, queryWords)}${others.length > 0 ? `; apart: ${others.join(', ')}` : ''}`
}
