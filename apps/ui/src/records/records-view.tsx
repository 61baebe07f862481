import { signal } from '@preact/signals'
import { confidenceWord, percentOf } from '@recallite/core/ranking'
import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord, SessionEntry } from '@recallite/store/records'
import type { TargetedEvent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { address, closeOpened, goTo, linkTo, type Parameters } from '../address.js'
import type { ListedRecord, RecalledAnswer, RecordsAnswer } from '../api.js'
import { closeDialog, dateAndTime, Dialog, Facts, Link } from '../elements.js'
import { Text, ErrorMessage, visible, TextBlock } from '../elements.js'
import { choices, type Field, Filters, valuesOf } from '../fields.js'
import { ask, send, useRequest } from '../request.js'
import { type Column, RowTable } from '../row-table.js'

/** Messages about changes made on this page. A new message reloads the records. */
const done = signal<readonly string[]>([])

/** All records or those of a recall, and next to them the record in the URL. */
export function RecordsView() {
  const { id = '', ...filters } = address.value.parameters
  const round = done.value.length
  const { records, rows, states, error } = useRecords(filters, round)
  useEffect(() => () => void (done.value = []), [])
  return (
    <>
      <h1>Records</h1>
      <ErrorMessage of={error} />
      <Filters on="onChange" fields={useFields(records, round)} />
      <p role="status">{[...done.value.slice(-1), ...states].join(' · ')}</p>
      <div class="beside">
        <RowTable
          label="Records"
          rows={rows}
          columns={filters['q'] ? [answers, ...columns] : columns}
          keyOf={(record) => record.id}
          onOpen={(record) => goTo('records', { ...filters, id: record.id })}
        />
        {id !== '' && <RecordPanel key={id} id={id} records={records} />}
      </div>
    </>
  )
}

/** Reads all records in each round. `rows` are those that pass the filters. */
function useRecords(filters: Parameters, round: number) {
  const { q: query = '', collection, session, status } = filters
  const scope = { collection: collection || null, session: session || null }
  const body = { query, ...scope, includeSuperseded: Boolean(status) }
  const all = useRequest(round, readAll)
  const recalled = useRequest(`${round} ${JSON.stringify(body)}`, async (end) =>
    query === '' ? undefined : send<RecalledAnswer>('recall', body, end),
  )
  const { answer: records = [] } = all
  const listed = query === '' ? all.answer : recalled.answer?.records
  const rows = useMemo(() => listed?.filter((record) => passes(record, filters)), [listed, address.value])
  const states = [...(rows ? [describeCount(rows.length, records.length)] : []), ...notesOf(recalled.answer)]
  return { records, rows: rows ?? [], states, error: all.error ?? recalled.error }
}

const describeCount = (count: number, all: number): string =>
  all === 0 ? "No records yet. Run: recallite remember '…'" : `${count} of ${all} records`

/** All records, latest first. */
async function readAll(end: AbortSignal, after = ''): Promise<Records> {
  const { records, next } = await ask<RecordsAnswer>('records', { after }, end)
  return [...(next === null ? [] : await readAll(end, next)), ...records.toReversed()]
}

function passes(record: ListedRecord, { status = '', collection = '', session = '' }: Parameters): boolean {
  const hasStatus = status === 'all' || record.status === (status || 'active')
  return hasStatus && ['', record.collection].includes(collection) && ['', record.session].includes(session)
}

function notesOf({ heldBack, degraded = [] }: Partial<RecalledAnswer> = {}): string[] {
  const notes = heldBack ? [`${heldBack} withheld: not likely to answer`] : []
  return [...notes, ...degraded.map(({ retriever, reason }) => `${retriever}: ${reason}`)]
}

const answers: Column<ListedRecord> = {
  title: 'Answers',
  cell: ({ hit }) => hit && (confidenceWord(hit) ?? ''),
}

const columns: readonly Column<ListedRecord>[] = [
  { title: 'Record', kind: 'wide', cell: ({ text }) => text },
  { title: 'Time', cell: ({ time }) => dateAndTime(time) },
  { title: 'Collection', cell: ({ collection }) => collection },
  { title: 'Session', cell: ({ session }) => session },
  { title: 'Confidence', kind: 'number', cell: ({ confidence }) => percentOf(confidence) },
  { title: 'Read', kind: 'number', cell: ({ accessCount }) => accessCount },
  { title: 'Recalled', kind: 'number', cell: ({ returnCount }) => returnCount },
  { title: 'Expires', cell: ({ expiresAt }) => dateAndTime(expiresAt) },
  { title: 'Status', cell: ({ status }) => status },
]

function useFields(records: Records, round: number): Field[] {
  const sessions = useRequest(round, (end) => ask<readonly SessionEntry[]>('sessions', {}, end))
  const collections = [...new Set(records.map((each) => each.collection))].toSorted()
  const named = (sessions.answer ?? []).map(({ id, summary, records: count, startedAt }) => {
    const parts = [id, summary, `${count} records`, dateAndTime(startedAt)]
    return [id, parts.filter((part) => part !== null).join(' · ')] as const
  })
  return [
    { name: 'q', label: 'What to recall' },
    { name: 'collection', label: 'Collection', texts: choices(collections) },
    { name: 'session', label: 'Session', texts: [...choices([]), ...named] },
    { name: 'status', label: 'Status', texts: choices(['superseded', 'all'], 'active') },
  ]
}

type Records = readonly ListedRecord[]

/** A record with its metadata and actions. Links to other records take their text from `records`. */
function RecordPanel({ id, records }: { readonly id: string; readonly records: Records }) {
  const { answer, error } = useRequest(id, (end) => ask<MemoryRecord>('record', { id }, end))
  const [action, setAction] = useState<Action>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <ErrorMessage of={error} />
      {answer && <About record={answer} records={records} />}
      <p class="fields">
        {answer?.status === 'active' && <button onClick={() => setAction('supersede')}>Supersede…</button>}
        {answer && <button onClick={() => setAction('forget')}>Forget…</button>}
        <button onClick={closeOpened}>Close</button>
      </p>
      {answer && action && (
        <Dialog title={actions[action].title} onClose={() => setAction(undefined)}>
          <Confirmation action={action} record={answer} />
        </Dialog>
      )}
    </section>
  )
}

function About({ record, records }: { readonly record: MemoryRecord; readonly records: Records }) {
  const { id, supersededBy, context } = record
  const link = (other: string) => {
    const { text = other } = records.find((each) => each.id === other) ?? {}
    return <Link key={other} to={linkTo('records', { ...address.value.parameters, id: other })} text={text} />
  }
  const facts = [
    ['Id', id],
    ['Collection', record.collection],
    ['Session', record.session],
    ['Occurred', dateAndTime(record.occurredAt)],
    ['Remembered', dateAndTime(record.createdAt)],
    ['Expires', dateAndTime(record.expiresAt) ?? 'never'],
    ['Use', `read ${record.accessCount} times, recalled ${record.returnCount} times`],
    ['Last use', dateAndTime(record.lastAccessed)],
    ['Confidence', percentOf(record.confidence)],
    ['Status', record.status],
    ['Tags', record.tags.join(', ')],
    ['Files', record.scopeFiles.join(', ')],
    ['Entities', record.scopeEntities.join(', ')],
    ['Context', Object.keys(context).length > 0 && <TextBlock of={JSON.stringify(context, null, 2)} />],
    ['Superseded by', supersededBy !== null && link(supersededBy)],
    ['Supersedes', records.filter((each) => each.supersededBy === id).map((each) => link(each.id))],
  ] as const
  return (
    <>
      <h2 dir="auto">{visible(record.summary ?? 'Record')}</h2>
      <TextBlock of={record.content} />
      <Facts of={facts} />
    </>
  )
}

const actions = {
  forget: {
    title: 'Forget this record?',
    buttons: ['Forget…', 'Forget permanently'],
    warning: 'This cannot be undone: there is no other copy of the record.',
    message: 'Forgot 1 record.',
  },
  supersede: {
    title: 'Supersede this record',
    buttons: ['Supersede…', 'Supersede it'],
    warning: 'The old record stays readable and is no longer recalled.',
    message: 'Superseded 1 record.',
  },
} as const

type Action = keyof typeof actions

/** Asks for two confirmations. The second one swaps the buttons, so that a double click cancels. */
function Confirmation({ action, record }: { readonly action: Action; readonly record: MemoryRecord }) {
  const { buttons, warning, message } = actions[action]
  const [isSecond, setSecond] = useState(false)
  const [error, setError] = useState('')
  const proceed = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSecond) return setSecond(true)
    try {
      const answer = await send<Partial<Remembered>>(action, { id: record.id, ...valuesOf(event) })
      done.value = [...done.value, message]
      const { id: _, ...others } = address.value.parameters
      goTo('records', answer.record ? { ...others, id: answer.record.id } : others)
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  return (
    <form onSubmit={proceed}>
      <Text of={record.id} />
      <TextBlock of={record.content} />
      {action === 'supersede' && (
        <label>
          New content
          <textarea name="content" dir="auto" rows={6} required defaultValue={record.content} />
        </label>
      )}
      {isSecond && <p role="alert">{warning}</p>}
      <ErrorMessage of={error} />
      <p class={isSecond ? 'fields turned' : 'fields'}>
        <button class="danger">{buttons[isSecond ? 1 : 0]}</button>
        <button type="button" ref={isSecond ? focus : null} onClick={closeDialog}>
          Cancel
        </button>
      </p>
    </form>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()
