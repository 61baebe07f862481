/** Stands where there is no figure. */
export const missing = '–'

const decimals = 3
const counts = new Intl.NumberFormat('en')

/** A figure from 0 to 1 as people read it. */
export function figure(value: number | null | undefined): string {
  return value?.toFixed(decimals) ?? missing
}

/** A share from 0 to 1 in whole hundredths: `40 %`. */
export function wholePercent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** A whole number, with its thousands apart. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** How many of something: `1 query`, `1,200 queries`. */
export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The nouns of queries, for `countOf`. */
export const queryWords = ['query', 'queries'] as const
