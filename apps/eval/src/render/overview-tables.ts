import { overall, type Row } from '../summary/row.js'
import { figure } from './figures.js'
import type { Table } from './tables.js'

function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number')
  return known.length === values.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/** Each measure of every strategy on every suite, and its mean over suites; nothing for fewer than two suites. */
export function overviewTables(rows: readonly Row[], measures: readonly string[]): Table[] {
  const all = rows.filter(({ kind }) => kind === overall)
  const suites = [...new Set(all.map(({ suite }) => suite))]
  const strategies = [...new Set(all.map(({ strategy }) => strategy))]
  if (suites.length < 2) return []
  const find = (strategy: string, suite: string, measure: string) =>
    all.find((row) => row.strategy === strategy && row.suite === suite)?.measures[measure]
  return measures.map((measure) => {
    const means = (strategy: string) => suites.map((suite) => find(strategy, suite, measure))
    return {
      title: `${measure} by suite`,
      head: ['suite', ...strategies],
      lines: [
        ...suites.map((suite) => [suite, ...strategies.map((name) => figure(find(name, suite, measure)))]),
        ['mean', ...strategies.map((name) => figure(meanOf(means(name))))],
      ],
      note: '',
    }
  })
}
