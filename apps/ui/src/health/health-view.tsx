import { useEffect, useState } from 'preact/hooks'
import type { Examination, Finding, HealthReport } from '../api.js'
import { Command, Facts, Paragraphs, Text, ErrorMessage, visible } from '../elements.js'
import { ask, useRequest } from '../request.js'
import { RowTable, type Column } from '../row-table.js'

/** The state of the memory, refreshed while the page is visible, and the findings of `recallite doctor`. */
export function HealthView() {
  const { answer, error } = useHealth()
  return (
    <>
      <h1>Health</h1>
      <ErrorMessage of={error} />
      {answer && <State {...answer} />}
      <Doctor />
    </>
  )
}

/** Milliseconds between updates, during indexing and otherwise. */
const [shortPause, longPause] = [1000, 10_000]

function useHealth() {
  const [round, setRound] = useState(0)
  const health = useRequest(round, (end) => ask<HealthReport>('health', {}, end))
  useEffect(() => {
    const again = () => document.hidden || setRound(round + 1)
    const pause = health.answer?.indexing == null ? longPause : shortPause
    const timer = health.isAsking ? undefined : setTimeout(again, pause)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [health])
  return health
}

function State({ rows, roots, spaces, indexing, failures }: HealthReport) {
  return (
    <>
      <p aria-live="polite">{indexing === null ? 'Nothing is being indexed.' : 'Files are being indexed.'}</p>
      {spaces.map((space) => (
        <Space key={`${space.provider}/${space.model}/${space.dimensions}`} {...space} />
      ))}
      {failures.length > 0 && <h2>Failures</h2>}
      <Paragraphs of={failures} kind="bad" />
      {roots.length > 0 && (
        <RowTable label="Roots" rows={roots} columns={columns} keyOf={({ name }) => name} />
      )}
      <Facts of={rows} />
    </>
  )
}

function Space({ provider, model, vectors, pending }: HealthReport['spaces'][number]) {
  const [name, all] = [`${provider}/${model}`, vectors + pending]
  return (
    <p>
      <progress aria-label={`Texts with a vector of ${name}`} max={Math.max(1, all)} value={vectors} />{' '}
      <Text of={name} />: {vectors} of {all} texts have a vector{pending > 0 && `, ${pending} pending`}
    </p>
  )
}

const columns: readonly Column<HealthReport['roots'][number]>[] = [
  { title: 'Root', cell: ({ name }) => name },
  { title: 'Path', kind: 'wide', cell: ({ path }) => path },
  { title: 'Files', kind: 'number', cell: ({ files }) => files },
  { title: 'Chunks', kind: 'number', cell: ({ chunks }) => chunks },
  { title: 'Last change', cell: ({ changedAt }) => changedAt && new Date(changedAt).toLocaleString() },
]

/** Runs the quick checks when rendered, and all checks on request. */
function Doctor() {
  const [round, setRound] = useState(0)
  const how = round === 0 ? {} : { all: '1' }
  const { answer, error, isAsking } = useRequest(round, (end) => ask<Examination>('doctor', how, end))
  const { good = [], bad = [] } = Object.groupBy(answer?.findings ?? [], levelOf)
  return (
    <section aria-labelledby="doctor" aria-busy={isAsking}>
      <h2 id="doctor">Doctor</h2>
      <button disabled={isAsking} onClick={() => setRound(round + 1)}>
        Examine everything
      </button>{' '}
      <span class="muted">Also tests the models and looks for changed files.</span>
      <ErrorMessage of={error} />
      <div aria-live="polite">
        {answer && bad.length === 0 && <p class="good">No problems found.</p>}
        <Findings of={bad} />
      </div>
      <details>
        <summary>{good.length} ok</summary>
        <Findings of={good} />
      </details>
    </section>
  )
}

const markOf = ({ state }: Finding) => (state === 'ok' ? state : state.toUpperCase())
const levelOf = ({ state }: Finding) => (state === 'ok' ? 'good' : 'bad')

function Findings({ of }: { readonly of: readonly Finding[] }) {
  const items = of.map((finding) => (
    <li key={`${finding.name} ${finding.detail}`}>
      <b class={levelOf(finding)}>{markOf(finding)}</b> {finding.name}: <Text of={finding.detail} />
      <Facts
        of={[
          ['why', finding.cause],
          ['fix', finding.fix && <Command text={visible(finding.fix)} />],
        ]}
      />
    </li>
  ))
  return <ul class="findings">{items}</ul>
}
