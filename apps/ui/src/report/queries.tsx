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

/** A row for each query, and for each strategy the rank of the first document that answers, as a number and a colour. */
export function Queries({ run }: { readonly run: ReportRun }) {
  const [chosen, choose] = useState('')
  const rows = useMemo(() => run.queries.filter(({ kind }) => ['', kind].includes(chosen)), [run, chosen])
  const known = run.queries.map(({ kind }) => kind).filter((kind) => kind !== '')
  const kinds = choices([...new Set(known)], 'every kind')
  const label = `Queries${run.name && ` of ${run.name}`}`
  const columns: Column<ReportQuery>[] = [
    { title: 'query', kind: 'wide', cell: ({ text }) => text },
    ...run.strategies.map((title, index): Column<ReportQuery> => ({
      title,
      kind: 'number',
      cell: ({ expected, answers }) => expected.length > 0 && shownRank(answers[index]?.rank ?? null),
    })),
    { title: 'kind', cell: ({ kind }) => kind },
  ]
  return (
    <>
      <h2>{label}</h2>
      <p class="muted">
        The rank of the first answer, – beyond {run.depth}. Enter or a click shows the results.
      </p>
      <Choice label="Only of the kind" texts={kinds} value={chosen} onChoose={choose} />
      <RowTable label={label} rows={rows} columns={columns} keyOf={keyOf} onOpen={open} />
    </>
  )
}

/** A rank in its colour; null where nothing was found. */
function shownRank(rank: number | null) {
  const level = rank === null ? 'lost' : [1, 3, 6].filter((least) => rank > least).length
  return <span class={`rank rank-${level}`}>{rank ?? '–'}</span>
}

/** What rose and fell between two runs, or from the baseline to another strategy, the greatest change first. */
export function Changes({ changes, runs }: Report) {
  const [chosen, choose] = useState('0')
  const change = changes[Number(chosen)]
  if (!change) return null
  const { suite, lines, moves } = change
  const columns: Column<Report['changes'][number]['moves'][number]>[] = [
    { title: 'change', kind: 'number', cell: ({ difference }) => difference },
    { title: 'before', kind: 'number', cell: ({ before }) => shownRank(before) },
    { title: 'after', kind: 'number', cell: ({ after }) => shownRank(after) },
    { title: 'query', kind: 'wide', cell: ({ id }) => findQuery(runs.at(-1), { suite, id })?.text },
  ]
  const compared = changes.map((each, index) => [String(index), each.lines[0] ?? ''] as const)
  return (
    <>
      <h2>What rose and fell</h2>
      <Choice label="Compared" texts={compared} value={chosen} onChoose={choose} />
      <pre>{lines.slice(1).join('\n')}</pre>
      <RowTable
        label="Queries that rose or fell"
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

/** The query that was opened with what should be found, and the first results of each strategy of each run side by side. */
export function OpenedQuery({ runs }: Report) {
  const { value } = opened
  if (!value) return null
  const asked = runs.map((run) => ({ ...run, query: findQuery(run, value) }))
  const { text = '', kind = '', expected = [] } = asked.find(({ query }) => query)?.query ?? {}
  return (
    <Dialog title={text} onClose={() => (opened.value = null)}>
      <p dir="auto">{[value.suite, kind, value.id].filter((part) => part !== '').join(' · ')}</p>
      <p dir="auto">expected: {expected.join(', ') || 'nothing'}</p>
      {asked.map(({ query, ...run }) => query && <FigureTable key={run.name} {...resultsOf(run, query)} />)}
      <button onClick={closeDialog}>Close</button>
    </Dialog>
  )
}

function resultsOf({ name, strategies }: ReportRun, { answers }: ReportQuery): ReportTable {
  const longest = Math.max(...answers.map(({ results }) => results.length))
  const lines = Array.from({ length: longest }, (_, index) => {
    return [String(index + 1), ...answers.map(({ results }) => results[index] ?? '')]
  })
  return { title: `First results${name && ` of ${name}`}`, head: ['rank', ...strategies], lines }
}
