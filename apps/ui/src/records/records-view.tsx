import { signal } from '@preact/signals'
import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord, SessionEntry } from '@recallite/store/records'
import type { TargetedEvent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { address, closeOpened, goTo, linkTo, type Parameters } from '../address.js'
import type { ListedRecord, RecalledAnswer, RecordsAnswer } from '../api.js'
import { closeDialog, dateAndTime, Dialog, Facts, Link, percent } from '../elements.js'
import { Text, Trouble, visible, Whole } from '../elements.js'
import { choices, type Field, Filters, valuesOf } from '../fields.js'
import { ask, send, useAsked } from '../request.js'
import { type Column, RowTable } from '../row-table.js'

/** What was done on this page, for people; the records have changed each time. */
const done = signal<readonly string[]>([])

/** All records, or those that a query recalls, and beside them the one that the address names. */
export function RecordsView() {
  const { id = '', ...wanted } = address.value.parameters
  const round = done.value.length
  const { records, shown, states, error } = useRecords(wanted, round)
  useEffect(() => () => void (done.value = []), [])
  return (
    <>
      <h1>Records</h1>
      <Trouble of={error} />
      <Filters on="onChange" fields={useFields(records, round)} />
      <p role="status">{[...done.value.slice(-1), ...states].join(' · ')}</p>
      <div class="beside">
        <RowTable
          label="Records"
          rows={shown}
          columns={wanted['q'] ? [answers, ...columns] : columns}
          keyOf={(record) => record.id}
          onOpen={(record) => goTo('records', { ...wanted, id: record.id })}
        />
        {id !== '' && <RecordPanel key={id} id={id} records={records} />}
      </div>
    </>
  )
}

/** Reads the records, and again in each round: all of them, those that are wanted, and what to say of these. */
function useRecords(wanted: Parameters, round: number) {
  const { q: query = '', collection, session, status } = wanted
  const place = { collection: collection || null, session: session || null }
  const body = { query, ...place, includeSuperseded: Boolean(status) }
  const all = useAsked(round, readAll)
  const recalled = useAsked(`${round} ${JSON.stringify(body)}`, async (end) =>
    query === '' ? undefined : send<RecalledAnswer>('recall', body, end),
  )
  const { answer: records = [] } = all
  const found = query === '' ? all.answer : recalled.answer?.records
  const shown = useMemo(() => found?.filter((record) => isWanted(record, wanted)), [found, address.value])
  const states = [...(shown ? [sayHowMany(shown.length, records.length)] : []), ...notesOf(recalled.answer)]
  return { records, shown: shown ?? [], states, error: all.error ?? recalled.error }
}

const sayHowMany = (shown: number, all: number): string =>
  all === 0 ? "Nothing was remembered yet: recallite remember '…'" : `${shown} of ${all} records`

/** All records, latest first. */
async function readAll(end: AbortSignal, after = ''): Promise<Records> {
  const { records, next } = await ask<RecordsAnswer>('records', { after }, end)
  return [...(next === null ? [] : await readAll(end, next)), ...records.toReversed()]
}

function isWanted(record: ListedRecord, { status = '', collection = '', session = '' }: Parameters): boolean {
  const isOfState = status === 'all' || record.status === (status || 'active')
  const isOfPlace = ['', record.collection].includes(collection) && ['', record.session].includes(session)
  return isOfState && isOfPlace
}

function notesOf({ heldBack, degraded = [] }: Partial<RecalledAnswer> = {}): string[] {
  const notes = heldBack ? [`${heldBack} held back, since none is likely to answer`] : []
  return [...notes, ...degraded.map(({ retriever, reason }) => `${retriever}: ${reason}`)]
}

const answers: Column<ListedRecord> = {
  title: 'Answers',
  cell: ({ hit }) => hit && `${hit.weak ? 'weak ' : ''}${percent(hit.confidence)}`,
}

const columns: readonly Column<ListedRecord>[] = [
  { title: 'Record', kind: 'wide', cell: ({ text }) => text },
  { title: 'Time', cell: ({ time }) => dateAndTime(time) },
  { title: 'Collection', cell: ({ collection }) => collection },
  { title: 'Session', cell: ({ session }) => session },
  { title: 'Sure', kind: 'number', cell: ({ confidence }) => percent(confidence) },
  { title: 'Read', kind: 'number', cell: ({ accessCount }) => accessCount },
  { title: 'Recalled', kind: 'number', cell: ({ returnCount }) => returnCount },
  { title: 'Expires', cell: ({ expiresAt }) => dateAndTime(expiresAt) },
  { title: 'Status', cell: ({ status }) => status },
]

function useFields(records: Records, round: number): Field[] {
  const sessions = useAsked(round, (end) => ask<readonly SessionEntry[]>('sessions', {}, end))
  const collections = [...new Set(records.map((each) => each.collection))].toSorted()
  const named = (sessions.answer ?? []).map(({ id, summary, records: own, startedAt }) => {
    const parts = [id, summary, `${own} records`, dateAndTime(startedAt)]
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

/** A record with all that is known of it, as far as all records tell, and what can be done with it. */
function RecordPanel({ id, records }: { readonly id: string; readonly records: Records }) {
  const { answer, error } = useAsked(id, (end) => ask<MemoryRecord>('record', { id }, end))
  const [doing, setDoing] = useState<Doing>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <Trouble of={error} />
      {answer && <About record={answer} records={records} />}
      <p class="fields">
        {answer?.status === 'active' && <button onClick={() => setDoing('supersede')}>Supersede…</button>}
        {answer && <button onClick={() => setDoing('forget')}>Forget…</button>}
        <button onClick={closeOpened}>Close</button>
      </p>
      {answer && doing && (
        <Dialog title={doings[doing].title} onClose={() => setDoing(undefined)}>
          <AskTwice doing={doing} record={answer} />
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
    ['Sure', percent(record.confidence)],
    ['Status', record.status],
    ['Tags', record.tags.join(', ')],
    ['Files', record.scopeFiles.join(', ')],
    ['Entities', record.scopeEntities.join(', ')],
    ['Context', Object.keys(context).length > 0 && <Whole of={JSON.stringify(context, null, 2)} />],
    ['Superseded by', supersededBy !== null && link(supersededBy)],
    ['Supersedes', records.filter((each) => each.supersededBy === id).map((each) => link(each.id))],
  ] as const
  return (
    <>
      <h2 dir="auto">{visible(record.summary ?? 'Record')}</h2>
      <Whole of={record.content} />
      <Facts of={facts} />
    </>
  )
}

const doings = {
  forget: {
    title: 'Forget this record?',
    buttons: ['Forget…', 'Forget for good'],
    warning: 'Records are the only copy: what is forgotten cannot be brought back.',
    said: 'Forgot 1 record.',
  },
  supersede: {
    title: 'Supersede this record',
    buttons: ['Supersede…', 'Supersede it'],
    warning: 'The old record stays readable and is not recalled any more.',
    said: 'Superseded 1 record.',
  },
} as const

type Doing = keyof typeof doings

/** Does it after two confirmations. In the second, Cancel stands where the button of the first one was. */
function AskTwice({ doing, record }: { readonly doing: Doing; readonly record: MemoryRecord }) {
  const { buttons, warning, said } = doings[doing]
  const [isSecond, setSecond] = useState(false)
  const [error, setError] = useState('')
  const proceed = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSecond) return setSecond(true)
    try {
      const answer = await send<Partial<Remembered>>(doing, { id: record.id, ...valuesOf(event) })
      done.value = [...done.value, said]
      const { id: _, ...others } = address.value.parameters
      goTo('records', answer.record ? { ...others, id: answer.record.id } : others)
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  return (
    <form onSubmit={proceed}>
      <Text of={record.id} />
      <Whole of={record.content} />
      {doing === 'supersede' && (
        <label>
          New content
          <textarea name="content" dir="auto" rows={6} required defaultValue={record.content} />
        </label>
      )}
      {isSecond && <p role="alert">{warning}</p>}
      <Trouble of={error} />
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
