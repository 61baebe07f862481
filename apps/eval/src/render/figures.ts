import type { Row } from '../summary/summarise.js'

/** Displayed instead of a missing figure. */
export const missing = '–'

const decimals = 3
const counts = new Intl.NumberFormat('en')

export const queryWords = ['query', 'queries'] as const

/** The mark of each verdict: a space if the difference is not significant. */
export const verdictMarks = { better: '▲', worse: '▼', same: ' ' } as const

/** A figure from 0 to 1 with three decimals. */
export const figure = (value: number | null = null): string =>
  value === null || Number.isNaN(value) ? missing : value.toFixed(decimals)

/** A whole number with thousands separators. */
export const formatCount = (count: number): string => counts.format(count)

/** A count with its noun: `1 query`, `1,200 queries`. */
export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A signed difference: `+0.004`, `−0.062`; 0.000 has no sign. */
export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(decimals)
  if (Number(digits) === 0) return digits
  return `${value > 0 ? '+' : '−'}${digits}`
}

/** A difference with its 95 % interval: `+0.004 (−0.006 to +0.013)`. */
export function signedWithInterval(value: number, [low, high]: readonly [low: number, high: number]): string {
  return `${signed(value)} (${signed(low)} to ${signed(high)})`
}

/** A p-value: `p = 0.012`, `p < 0.001`. */
export function probability(p: number): string {
  const digits = p.toFixed(decimals)
  return Number(digits) === 0 ? 'p < 0.001' : `p = ${digits}`
}

/** The numbers of measured and other queries: `20 queries; not measured: 1 without an answer, 2 blank`. */
export function describeQueryCounts({ queries, apart }: Pick<Row, 'queries' | 'apart'>): string {
  const { unanswerable, blank, foreign } = apart
  const others = [
    ...(unanswerable > 0 ? [`${formatCount(unanswerable)} without an answer`] : []),
    ...(foreign > 0 ? [`${formatCount(foreign)} of other suites`] : []),
    ...(blank > 0 ? [`${formatCount(blank)} blank`] : []),
  ]
  return `${countOf(queries, queryWords)}${others.length > 0 ? `; not measured: ${others.join(', ')}` : ''}`
}

export function verdictNote(baseline: string): string {
  const { better, worse } = verdictMarks
  return `${better} better, ${worse} worse than ${baseline}: paired randomisation test, Holm-corrected, p < 0.05.`
}
