import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { goTo } from '../address.js'
import type { JudgedQuery } from '../api.js'
import { Command, Facts, Trouble, visible } from '../elements.js'
import { RowTable, type Column } from '../row-table.js'
import { HitRate, outcomes } from './hit-rate.js'
import type { Outcome } from './statistics.js'
import { answersOf, failure, loadSuite, removeQuery, suite } from './suite.js'

/** The user's own suite: what was judged, and what of it the settings find. */
export function SuiteView() {
  useEffect(() => void loadSuite(), [])
  const { queries = [], command = '' } = suite.value ?? {}
  return (
    <>
      <h1>Suite</h1>
      <Trouble of={failure.value} />
      <HitRate />
      {queries.length === 0 ? (
        <p>{suite.value && nothing}</p>
      ) : (
        <RowTable
          label="Queries of the suite"
          rows={queries}
          columns={columns}
          keyOf={({ id }) => id}
          onOpen={({ text }) => goTo('search', { q: text })}
        />
      )}
      <Facts of={[['Measure it with other strategies', queries.length > 0 && <Command text={command} />]]} />
    </>
  )
}

const nothing = 'No result is judged yet. Search for something, and say of a result whether it answers.'

const columns: readonly Column<JudgedQuery>[] = [
  { title: 'Query', kind: 'wide', cell: ({ text }) => text },
  { title: 'Answers', cell: describeAnswers },
  { title: 'Settings as they are', cell: ({ id }) => describeHit(id, 'present') },
  { title: 'As slid', cell: ({ id }) => describeHit(id, 'tuned') },
  { title: 'Remove', cell: (query) => <Remove {...query} /> },
]

/** What is gone would keep the evaluation from reading the suite. */
function describeAnswers(query: JudgedQuery) {
  const gone = query.relevant.map(({ path }) => path).filter((path) => suite.value?.gone.includes(path))
  if (gone.length > 0)
    return <bdi class="bad">{visible(`not in the index any more: ${gone.join(', ')}`)}</bdi>
  const answers = [...answersOf(query)]
  return answers.length > 0 ? answers.join(', ') : <span class="muted">none is known</span>
}

function describeHit(id: string, under: keyof Outcome) {
  const outcome = outcomes.value.get(id)
  if (!outcome) return <span class="muted">–</span>
  return outcome[under] ? <span class="good">hit</span> : <span class="bad">miss</span>
}

function Remove({ id, text }: JudgedQuery) {
  const isAsked = useSignal(false)
  const press = (event: Event) => {
    event.stopPropagation()
    if (isAsked.value) void removeQuery(id)
    isAsked.value = true
  }
  return (
    <button
      class="danger"
      aria-label={`${isAsked.value ? 'Really remove' : 'Remove'} ${text}`}
      onClick={press}
      onBlur={() => (isAsked.value = false)}
    >
      {isAsked.value ? 'Really?' : 'Remove'}
    </button>
  )
}
