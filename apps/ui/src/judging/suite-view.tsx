import { useSignal } from '@preact/signals'
import { goTo } from '../address.js'
import type { JudgedQuery } from '../api.js'
import { Command } from '../command.js'
import { RowTable, type Column } from '../row-table.js'
import { HitRate } from './hit-rate.js'
import { outcomes, type Outcome } from './outcomes.js'
import { answersOf, removeQuery, suite } from './suite.js'

/** The user's own suite: what was judged, and what of it the settings find. */
export function SuiteView() {
  const { queries = [], command = '' } = suite.value ?? {}
  return (
    <>
      <h1>Suite</h1>
      <HitRate />
      {suite.value && queries.length === 0 && (
        <p>No result is judged yet. Search for something, and say of a result whether it answers.</p>
      )}
      {queries.length > 0 && (
        <>
          <RowTable
            label="Queries of the suite"
            rows={queries}
            columns={columns}
            keyOf={({ id }) => id}
            onOpen={({ text }) => goTo('search', { q: text })}
          />
          <p>
            Measure it with other strategies: <Command text={command} />
          </p>
        </>
      )}
    </>
  )
}

const columns: readonly Column<JudgedQuery>[] = [
  { title: 'Query', kind: 'wide', cell: ({ text }) => <bdi>{text}</bdi> },
  { title: 'Answers', cell: describeAnswers },
  { title: 'Settings as they are', cell: (query) => <Hit query={query} under="present" /> },
  { title: 'As slid', cell: (query) => <Hit query={query} under="tuned" /> },
  { title: 'Remove', cell: (query) => <Remove query={query} /> },
]

/** What is gone would keep the evaluation from reading the suite. */
function describeAnswers(query: JudgedQuery) {
  const gone = query.relevant.map(({ path }) => path).filter((path) => suite.value?.gone.includes(path))
  if (gone.length > 0) return <bdi class="bad">not in the index any more: {gone.join(', ')}</bdi>
  const answers = [...answersOf(query)]
  return answers.length > 0 ? <bdi>{answers.join(', ')}</bdi> : <span class="muted">none is known</span>
}

function Hit({ query: { id }, under }: { readonly query: JudgedQuery; readonly under: keyof Outcome }) {
  const outcome = outcomes.value.get(id)
  if (!outcome) return <span class="muted">–</span>
  return outcome[under] ? <span class="good">hit</span> : <span class="bad">miss</span>
}

function Remove({ query: { id, text } }: { readonly query: JudgedQuery }) {
  const isAsked = useSignal(false)
  const press = (event: Event) => {
    event.stopPropagation()
    if (isAsked.value) void removeQuery(id)
    isAsked.value = true
  }
  return (
    <button
      type="button"
      class="danger"
      aria-label={`${isAsked.value ? 'Really remove' : 'Remove'} ${text}`}
      onClick={press}
      onBlur={() => (isAsked.value = false)}
    >
      {isAsked.value ? 'Really?' : 'Remove'}
    </button>
  )
}
