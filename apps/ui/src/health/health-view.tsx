import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { HealthReport, HealthRoot } from '../api.js'
import { ask } from '../request.js'
import { RowTable, type Column } from '../row-table.js'
import { Text } from '../texts.js'
import { Findings } from './findings.js'

/** The state of the memory, kept up to date while it is in sight. */
export function HealthView() {
  const { report, failure } = useHealth()
  const { value } = report
  return (
    <>
      <h1>Health</h1>
      {failure.value !== '' && (
        <p class="error" role="alert">
          {failure}
        </p>
      )}
      {value && <State report={value} />}
      <Findings />
    </>
  )
}

/** In milliseconds: while something is indexed, and else. */
const [often, seldom] = [1000, 10_000]

function useHealth() {
  const [report, failure] = [useSignal<HealthReport | null>(null), useSignal('')]
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      clearTimeout(timer)
      if (document.hidden || signal.aborted) return
      try {
        report.value = await ask<HealthReport>('health', {}, signal)
        failure.value = ''
      } catch (error) {
        if (signal.aborted) return
        failure.value = (error as Error).message
      }
      clearTimeout(timer)
      timer = setTimeout(read, report.value?.indexing == null ? seldom : often)
    }
    document.addEventListener('visibilitychange', read, { signal })
    void read()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])
  return { report, failure }
}

function State({ report: { rows, roots, spaces, indexing, failures } }: { readonly report: HealthReport }) {
  return (
    <>
      <p aria-live="polite">{indexing === null ? 'Nothing is being indexed.' : 'Files are being indexed.'}</p>
      {spaces.map((space) => (
        <Space key={`${space.provider}/${space.model}/${space.dimensions}`} space={space} />
      ))}
      {failures.length > 0 && (
        <section aria-labelledby="failed">
          <h2 id="failed">What failed</h2>
          <ul>
            {failures.map((line) => (
              <li key={line} class="bad" dir="auto">
                <Text of={line} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {roots.length > 0 && (
        <RowTable label="Roots" rows={roots} columns={columns} keyOf={({ name }) => name} />
      )}
      <dl class="pairs">
        {rows.map(([label, what]) => (
          <>
            <dt>{label}</dt>
            <dd dir="auto">{what}</dd>
          </>
        ))}
      </dl>
    </>
  )
}

function Space({ space }: { readonly space: HealthReport['spaces'][number] }) {
  const { provider, model, vectors, pending } = space
  const [name, all] = [`${provider}/${model}`, vectors + pending]
  return (
    <p class="space">
      <progress aria-label={`Texts with a vector of ${name}`} max={Math.max(1, all)} value={vectors} />{' '}
      <bdi>{name}</bdi>: {vectors} of {all} texts have a vector{pending > 0 && `, ${pending} wait`}
    </p>
  )
}

const columns: readonly Column<HealthRoot>[] = [
  { title: 'Root', cell: ({ name }) => <Text of={name} /> },
  { title: 'Path', kind: 'wide', cell: ({ path }) => <Text of={path} /> },
  { title: 'Files', kind: 'number', cell: ({ files }) => files },
  { title: 'Chunks', kind: 'number', cell: ({ chunks }) => chunks },
  { title: 'Last change', cell: ({ changedAt }) => changedAt && new Date(changedAt).toLocaleString() },
]
