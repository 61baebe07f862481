import type { Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { headlineMeasure } from '../measures/headline-measure.js'
import { defaultDepths, shownMeasures } from '../measures/measure-table.js'
import { overviewTables } from '../render/overview-tables.js'
import { suiteTables } from '../render/suite-tables.js'
import { renderMarkdown, renderText, type Table } from '../render/tables.js'
import type { Row } from '../summary/row.js'

/** How to show rows as tables. */
interface Look extends Pick<Flags, 'markdown' | 'k'> {
  readonly baseline: string
  /** What each title begins with, where there are tables of several runs. */
  readonly label?: string | undefined
}

function tablesOf(rows: readonly Row[], { k = defaultDepths, baseline }: Look): Table[] {
  const shown = shownMeasures(k)
  const measures = shown.map(({ name }) => name)
  const kindMeasure = headlineMeasure(shown).name
  const suites = [...new Set(rows.map(({ suite }) => suite))].flatMap((suite) =>
    suiteTables(
      rows.filter((row) => row.suite === suite),
      { measures, kindMeasure, baseline },
    ),
  )
  return [...suites, ...overviewTables(rows, [...new Set([kindMeasure, measures.at(-1) ?? '', 'found'])])]
}

/** Prints a run's rows as tables for each suite, then over all of them. */
export function printTables(rows: readonly Row[], look: Look, io: Io): void {
  const render = look.markdown ? renderMarkdown : renderText
  const titled = tablesOf(rows, look).map((table) =>
    look.label === undefined ? table : { ...table, title: `${look.label}: ${table.title}` },
  )
  io.write(`${titled.map(render).join('\n')}${look.label === undefined ? '' : '\n'}`)
}
