import { useMemo, useState } from 'preact/hooks'
import type { ReportQuery, ReportRun } from '../api.js'
import { RowTable, type Column } from '../row-table.js'
import type { OpenQuery } from './one-query.js'

interface QueriesProps {
  readonly label: string
  readonly run: ReportRun
  readonly onOpen: (opened: OpenQuery) => void
}

/** A row for each query, and for each strategy the rank of the first document that answers, as a number and a colour. */
export function Queries({ label, run, onOpen }: QueriesProps) {
  const [chosen, choose] = useState('')
  const rows = useMemo(() => run.queries.filter(({ kind }) => ['', kind].includes(chosen)), [run, chosen])
  const kinds = new Set(['', ...run.queries.map(({ kind }) => kind)])
  const options = [...kinds].map((kind) => (
    <option key={kind} value={kind}>
      {kind || 'every kind'}
    </option>
  ))
  const columns: Column<ReportQuery>[] = [
    { title: 'query', kind: 'wide', cell: ({ text }) => <bdi>{text}</bdi> },
    ...run.strategies.map((title, index): Column<ReportQuery> => ({
      title,
      kind: 'number',
      cell: ({ expected, answers }) => expected.length > 0 && <Rank rank={answers[index]?.rank ?? null} />,
    })),
    { title: 'kind', cell: ({ kind }) => kind },
  ]
  return (
    <>
      <h2>{label}</h2>
      <p class="muted">
        The rank of the first answer, – beyond {run.depth}. Enter or a click shows the results.
      </p>
      <label>
        Only of the kind{' '}
        <select onChange={({ currentTarget }) => choose(currentTarget.value)}>{options}</select>
      </label>
      <RowTable
        label={label}
        rows={rows}
        columns={columns}
        keyOf={({ suite, id }) => JSON.stringify([suite, id])}
        onOpen={onOpen}
      />
    </>
  )
}

/** A rank in its colour; null where nothing was found. */
export function Rank({ rank }: { readonly rank: number | null }) {
  const level = rank === null ? 'lost' : [1, 3, 6].filter((least) => rank > least).length
  return <span class={`rank rank-${level}`}>{rank ?? '–'}</span>
}
