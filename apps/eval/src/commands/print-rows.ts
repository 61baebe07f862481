import type { Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { defaultDepths, shownMeasures } from '../measures/measure-table.js'
import { overviewTables } from '../render/overview-tables.js'
import { suiteTables } from '../render/suite-tables.js'
import { renderMarkdown, renderText } from '../render/tables.js'
import type { Row } from '../summary/row.js'

/** How to show rows. */
interface Look extends Pick<Flags, 'json' | 'markdown' | 'k'> {
  readonly baseline: string
}

/** Prints a run's rows: as JSON, or as tables for each suite. */
export function printRows(
  rows: readonly Row[],
  { json = false, markdown = false, k = defaultDepths, baseline }: Look,
  io: Io,
): void {
  if (json) return io.write(`${JSON.stringify(rows, null, 2)}\n`)
  const measures = shownMeasures(k).map(({ name }) => name)
  const kindMeasure = measures.find((name) => name === 'hit@6') ?? measures[0] ?? ''
  const overview = overviewTables(rows, [...new Set([kindMeasure, measures.at(-1) ?? '', 'found'])])
  const tables = [...new Set(rows.map(({ suite }) => suite))].flatMap((suite) =>
    suiteTables(
      rows.filter((row) => row.suite === suite),
      { measures, kindMeasure, baseline },
    ),
  )
  io.write([...tables, ...overview].map(markdown ? renderMarkdown : renderText).join('\n'))
}
