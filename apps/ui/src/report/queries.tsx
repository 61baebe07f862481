import { signal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Report, ReportQuery, ReportRun, ReportTable } from '../api.js'
import { closeDialog, Dialog, FigureTable } from '../elements.js'
import { choices, Choice } from '../fields.js'
import { RowTable, type Column } from '../row-table.js'

type QueryName = Pick<ReportQuery, 'suite' | 'id'>

const opened = signal<QueryName | null>(null)

const keyOf = ({ suite, id }: QueryName) => JSON.stringify([suite, id])
const open = ({ suite, id }: QueryName) => void (opened.value = { suite, id })

/** A row per query, with the rank of its first relevant document for each strategy. */
export function Queries({ run }: { readonly run: ReportRun }) {
  const [chosen, choose] = useState('')
  const rows = useMemo(() => run.queries.filter(({ kind }) => ['', kind].includes(chosen)), [run, chosen])
  const named = run.queries.map(({ kind }) => kind).filter((kind) => kind !== '')
  const kinds = choices([...new Set(named)], 'all kinds')
  const label = `Queries${run.name && ` of ${run.name}`}`
  const columns: Column<ReportQuery>[] = [
    { title: 'query', kind: 'wide', cell: ({ text }) => text },
    ...run.strategies.map((title, index): Column<ReportQuery> => ({
      title,
      kind: 'number',
      cell: ({ expected, answers }) => expected.length > 0 && renderRank(answers[index]?.rank ?? null),
    })),
    { title: 'kind', cell: ({ kind }) => kind },
  ]
  return (
    <>
      <h2>{label}</h2>
      <p class="muted">
        Rank of the first answer; – if it is below {run.depth}. Press Enter or click to see results.
      </p>
      <Choice label="Filter by kind" texts={kinds} value={chosen} onChoose={choose} />
      <RowTable label={label} rows={rows} columns={columns} keyOf={keyOf} onOpen={open} />
    </>
  )
}

function renderRank(rank: number | null) {
  const level = rank === null ? 'lost' : [1, 3, 6].filter((bound) => rank > bound).length
  return (
    <span class="rank" style={{ '--rank': `var(--rank-${level})` }}>
      {rank ?? '–'}
    </span>
  )
}

/** The queries that changed between two runs or strategies, largest change first. */
export function Changes({ changes, runs }: Report) {
  const [chosen, choose] = useState('0')
  const change = changes[Number(chosen)]
  if (!change) return null
  const { suite, lines, moves } = change
  const columns: Column<Report['changes'][number]['moves'][number]>[] = [
    { title: 'change', kind: 'number', cell: ({ difference }) => difference },
    { title: 'before', kind: 'number', cell: ({ before }) => renderRank(before) },
    { title: 'after', kind: 'number', cell: ({ after }) => renderRank(after) },
    { title: 'query', kind: 'wide', cell: ({ id }) => findQuery(runs.at(-1), { suite, id })?.text },
  ]
  const compared = changes.map((each, index) => [String(index), each.lines[0] ?? ''] as const)
  return (
    <>
      <h2>Improved and worse queries</h2>
      <Choice label="Comparison" texts={compared} value={chosen} onChoose={choose} />
      <pre>{lines.slice(1).join('\n')}</pre>
      <RowTable
        label="Changed queries"
        rows={moves}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open({ suite, id })}
      />
    </>
  )
}

const findQuery = (run: ReportRun | undefined, { suite, id }: QueryName): ReportQuery | undefined =>
  run?.queries.find((query) => query.id === id && query.suite === suite)

/** A dialog with the expected documents of a query and the first results of each strategy. */
export function OpenedQuery({ runs }: Report) {
  const { value } = opened
  if (!value) return null
  const answered = runs.map((run) => ({ ...run, query: findQuery(run, value) }))
  const { text = '', kind = '', expected = [] } = answered.find(({ query }) => query)?.query ?? {}
  return (
    <Dialog title={text} onClose={() => (opened.value = null)}>
      <p dir="auto">{[value.suite, kind, value.id].filter((part) => part !== '').join(' · ')}</p>
      <p dir="auto">expected: {expected.join(', ') || 'nothing'}</p>
      {answered.map(
        ({ query, ...run }) => query && <FigureTable key={run.name} {...resultsOf(run, query)} />,
      )}
      <button onClick={closeDialog}>Close</button>
    </Dialog>
  )
}

function resultsOf({ name, strategies }: ReportRun, { answers }: ReportQuery): ReportTable {
  const length = Math.max(...answers.map(({ results }) => results.length))
  const lines = Array.from({ length }, (_, index) => {
    return [String(index + 1), ...answers.map(({ results }) => results[index] ?? '')]
  })
  return { title: `First results${name && ` of ${name}`}`, head: ['rank', ...strategies], lines }
}
