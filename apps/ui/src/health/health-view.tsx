import { useState } from 'preact/hooks'
import type { Examination, Finding, HealthReport } from '../api.js'
import {
  Command,
  dateAndTime,
  ErrorMessage,
  Facts,
  FigureTable,
  Paragraphs,
  Text,
  visible,
} from '../elements.js'
import { ask, usePolling, useRequest } from '../request.js'

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

/** Refreshed more often during indexing. */
const useHealth = () =>
  usePolling<HealthReport>('health', 0, (answer) => (answer?.indexing == null ? 10_000 : 1000))

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
        <FigureTable
          title="Roots"
          head={['root', 'path', 'files', 'chunks', 'last change']}
          lines={roots.map(rootLine)}
        />
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

const rootLine = ({ name, path, files, chunks, changedAt }: HealthReport['roots'][number]) => [
  name,
  path,
  files,
  chunks,
  dateAndTime(changedAt),
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
