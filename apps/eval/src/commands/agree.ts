import { exitCodes, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { chooseMeasure, defaultMeasureName } from '../measures/measure-table.js'
import type { Measure } from '../measures/ranking-measures.js'
import { figure } from '../render/figures.js'
import { screenWidth, renderMarkdown, renderText, type Table } from '../render/text-tables.js'
import type { Run } from '../run/run.js'
import { readRun } from '../run/run-file.js'
import { kendall } from '../statistics/descriptive.js'
import { allKinds } from '../suite/suite.js'
import { summarise } from '../summary/summarise.js'
import { checkDepth } from './kept-runs.js'

type SuiteMeans = readonly [suite: string, means: ReadonlyMap<string, number>]

/** `recallite-eval agree <run> <run>` */
export async function runAgree({ words, flags, io }: Request<Flags>): Promise<number> {
  const measure = chooseMeasure(flags.measure ?? defaultMeasureName)
  const [first, second, ...more] = words.map((file) => {
    const run = readRun(file)
    checkDepth(run, [measure.depth], file)
    return meansOf(run, measure)
  })
  if (!first || !second || more.length > 0) throw new UsageError('agree takes two runs. Name them both.')
  const agreements = [...first].flatMap((one) =>
    [...second].map((other) => agreeOn(measure.name, one, other)),
  )
  const width = screenWidth(io)
  const render = (table: Table) => (flags.markdown ? renderMarkdown(table) : renderText(table, width))
  const tables = agreements.map((agreement) => render(tableOf(agreement)))
  io.write(flags.json ? renderJson(agreements) : tables.join('\n'))
  return exitCodes.done
}

function meansOf(run: Run, { name: measure, depth }: Measure) {
  const means = new Map<string, Map<string, number>>()
  const rows = summarise(run, { depths: [depth], baseline: run.strategies[0] ?? '' })
  for (const { suite, strategy, kind, measures } of rows) {
    const mean = measures[measure]
    if (kind !== allKinds || typeof mean !== 'number') continue
    means.set(suite, (means.get(suite) ?? new Map<string, number>()).set(strategy, mean))
  }
  return means
}

function agreeOn(measure: string, [suite, first]: SuiteMeans, [other, second]: SuiteMeans) {
  const strategies = [...first].flatMap(([name, mean]) => {
    const otherMean = second.get(name)
    return otherMean === undefined ? [] : [{ name, means: [mean, otherMean] as const }]
  })
  const values = (side: 0 | 1) => strategies.map(({ means }) => means[side])
  return { suites: [suite, other], measure, strategies, tau: kendall(values(0), values(1)) }
}

function tableOf({ suites, measure, strategies, tau }: ReturnType<typeof agreeOn>): Table {
  return {
    title: `${suites.join(' and ')}: how they order strategies by ${measure}`,
    head: ['strategy', ...suites],
    lines: strategies.map(({ name, means }) => [name, ...means.map(figure)]),
    note: `Kendall's τ-b ${tau === null ? 'cannot be told: one of them has no order' : tau.toFixed(2)}.`,
  }
}
