import { isAnswerable } from '../../measures/answer-measures.js'
import { recall } from '../../measures/ranking-measures.js'
import { figure, formatCount, greatest } from '../../render/figures.js'
import { mean } from '../../statistics/descriptive.js'
import { markup, renderFigures, type Markup } from '../markup.js'
import type { ReportSuite, System } from '../report-suite.js'
import { renderLineChart } from './line-chart.js'

const mostLabels = 9
/** How many times deeper the last depth is than any other that is labelled. */
const roomOfLast = 1.4

/** How recall grows with depth, a line for each system; null if it cannot be measured at more than one depth. */
export function renderRecall({ title, queries, systems }: ReportSuite): Markup | null {
  const deepest = greatest(
    systems.map(({ depth }) => depth),
    1,
  )
  if (deepest === 1 || !queries.some(isAnswerable)) return null
  const depths = roundDepths(deepest)
  const acrossOf = (depth: number) => Math.log(depth) / Math.log(deepest)
  const curves = systems.map((system) => ({
    name: system.name,
    points: depths
      .filter((depth) => depth <= system.depth)
      .map((depth) => [acrossOf(depth), recallAt(depth, system, queries)] as const),
  }))
  return markup`<h3>Recall by depth</h3>
    <p class="note">The mean share of a query’s relevant documents among the first k; k grows logarithmically.</p>
    ${renderLineChart(curves, {
      label: `Recall of ${title} by depth, a line for each strategy`,
      titles: ['k', 'recall'],
      ticks: labelled(depths).map((depth) => [formatCount(depth), acrossOf(depth)]),
    })}
    <details>
      <summary>The figures</summary>
      ${renderFigures(
        `Recall of ${title} by depth`,
        ['k', ...depths.map(formatCount)],
        curves.map(({ name, points }) => [name, ...depths.map((_, index) => figure(points[index]?.[1]))]),
      )}
    </details>`
}

/** 1, 2, 3, 5, 10, 20, 30, 50, 100, … as far as a depth, and the depth itself. */
export function roundDepths(deepest: number): number[] {
  const depths: number[] = []
  for (let power = 1; power < deepest; power *= 10) depths.push(...[1, 2, 3, 5].map((digit) => digit * power))
  return [...depths.filter((depth) => depth < deepest), deepest]
}

/** The depths that have room for a label: all if they are few, else powers of ten, and the last. */
function labelled(depths: readonly number[]): number[] {
  const last = depths.at(-1) ?? 1
  const isRound = (depth: number) => depths.length <= mostLabels || /^10*$/u.test(String(depth))
  return depths.filter((depth) => depth === last || (isRound(depth) && depth * roomOfLast < last))
}

function recallAt(depth: number, { answers }: System, queries: ReportSuite['queries']): number {
  const scores = queries.filter(isAnswerable).map(({ id, grades }) => {
    return recall(depth).score(answers.get(id)?.documents ?? [], new Map(Object.entries(grades)))
  })
  return mean(Float64Array.from(scores)) ?? 0
}
