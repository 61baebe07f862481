import { useState } from 'preact/hooks'
import type { Report, ReportChange } from '../api.js'
import { RowTable, type Column } from '../row-table.js'
import { findQuery, type OpenQuery } from './one-query.js'
import { Rank } from './queries.js'

interface ChangesProps {
  readonly report: Report
  readonly onOpen: (opened: OpenQuery) => void
}

type Move = ReportChange['moves'][number]

const columns: readonly Column<Move>[] = [
  {
    title: 'change',
    kind: 'number',
    cell: ({ difference }) => <span class={difference > 0 ? 'good' : 'bad'}>{signed(difference)}</span>,
  },
  { title: 'before', kind: 'number', cell: ({ before }) => <Rank rank={before} /> },
  { title: 'after', kind: 'number', cell: ({ after }) => <Rank rank={after} /> },
]

/** What rose and fell between two runs, or from the baseline to another strategy, the greatest change first. */
export function Changes({ report: { changes, runs }, onOpen }: ChangesProps) {
  const [chosen, choose] = useState(0)
  const change = changes[chosen]
  if (!change) return null
  const { suite, lines, moves } = change
  const text = ({ id }: Move) => <bdi>{findQuery(runs.at(-1), { suite, id })?.text}</bdi>
  const options = changes.map((each) => <option key={each.lines[0]}>{each.lines[0]}</option>)
  return (
    <>
      <h2>What rose and fell</h2>
      <label>
        Compared <select onChange={(event) => choose(event.currentTarget.selectedIndex)}>{options}</select>
      </label>
      <pre>{lines.slice(1).join('\n')}</pre>
      <RowTable
        label="Queries that rose or fell"
        rows={moves}
        columns={[...columns, { title: 'query', kind: 'wide', cell: text }]}
        keyOf={({ id }) => id}
        onOpen={({ id }) => onOpen({ suite, id })}
      />
    </>
  )
}

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(3)
  return value > 0 ? `▲ +${digits}` : `▼ −${digits}`
}
