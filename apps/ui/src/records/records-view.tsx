import { percentOf } from '@recallite/core/ranking'
import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord, SessionEntry } from '@recallite/store/records'
import type { TargetedEvent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { address, closeOpened, goTo, linkTo, type Parameters } from '../address.js'
import type { ListedRecord, RecordsAnswer } from '../api.js'
import {
  closeDialog,
  count,
  dateAndTime,
  Dialog,
  disputeOf,
  Entry,
  ErrorMessage,
  Facts,
} from '../elements.js'
import { factsOf, factsOfRecord, Link, originOf, TextBlock, visible } from '../elements.js'
import { announce, changes, forget } from '../notice.js'
import { choices, type Field, Filters, valuesOf } from '../fields.js'
import { ask, send, useRequest } from '../request.js'
import { type Column, RowTable } from '../row-table.js'

const none: Records = []

/** All records, and next to them the record in the URL. */
export function RecordsView() {
  const { id = '', ...filters } = address.value.parameters
  const round = changes.value
  const { answer, error } = useRequest(round, readAll)
  const records = answer ?? none
  // The list contains the open record, even if it does not match the filters.
  const isListed = (record: ListedRecord) => record.id === id || passes(record, filters)
  const rows = useMemo(() => records.filter(isListed), [answer, address.value])
  return (
    <>
      <h1>Records</h1>
      <ErrorMessage of={error} />
      <Filters on="onChange" fields={useFields(records, round)} />
      <p role="status">{answer && describeCount(rows.length, records.length)}</p>
      <div class="beside">
        <RowTable
          label="Records"
          rows={rows}
          columns={columns}
          rowHeight={72}
          keyOf={(record) => record.id}
          onOpen={(record) => goTo('records', { ...filters, id: record.id })}
        />
        {id !== '' && <RecordPanel key={id} id={id} records={records} />}
      </div>
    </>
  )
}

const describeCount = (listed: number, all: number): string =>
  all === 0 ? "No records yet. Run: recallite remember '…'" : `${listed} of ${all} records`

/** All records, latest first. */
async function readAll(end: AbortSignal, after = ''): Promise<Records> {
  const { records, next } = await ask<RecordsAnswer>('records', { after }, end)
  return [...(next === null ? [] : await readAll(end, next)), ...records.toReversed()]
}

function passes(record: ListedRecord, { status = '', collection = '', session = '' }: Parameters): boolean {
  const hasStatus = status === 'all' || record.status === (status || 'active')
  return hasStatus && ['', record.collection].includes(collection) && ['', record.session].includes(session)
}

const columns: readonly Column<ListedRecord>[] = [
  {
    title: 'Record',
    kind: 'wide',
    cell: (record) => <Entry title={record.text} facts={factsOfRecord(record)} />,
  },
]

function useFields(records: Records, round: number): Field[] {
  const sessions = useRequest(round, (end) => ask<readonly SessionEntry[]>('sessions', {}, end))
  const collections = [...new Set(records.map((each) => each.collection))].toSorted()
  const named = (sessions.answer ?? []).map(({ id, summary, records: size, startedAt }) => {
    const parts = [id, summary, count(size, 'record'), dateAndTime(startedAt)]
    return [id, parts.filter((part) => part !== null).join(' · ')] as const
  })
  return [
    { name: 'collection', label: 'Collection', texts: choices(collections) },
    { name: 'session', label: 'Session', texts: [...choices([]), ...named] },
    { name: 'status', label: 'Status', texts: choices(['superseded', 'all'], 'active') },
  ]
}

type Records = readonly ListedRecord[]

/** A record with its metadata and actions. Links to other records take their text from `records`. */
function RecordPanel({ id, records }: { readonly id: string; readonly records: Records }) {
  const { answer, error } = useRequest(id, (end) => ask<MemoryRecord>('record', { id }, end))
  const [isEditing, setEditing] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <ErrorMessage of={error} />
      {answer && <About record={answer} records={records} />}
      <p class="fields">
        {answer?.status === 'active' && <button onClick={() => setEditing(true)}>Edit…</button>}
        {answer && <button onClick={() => forget(id)}>Forget</button>}
        <button onClick={closeOpened}>Close</button>
      </p>
      {answer && isEditing && (
        <Dialog title="Edit this record" onClose={() => setEditing(false)}>
          <Edit record={answer} />
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
    ['Replaced by', supersededBy !== null && link(supersededBy)],
    ['Replaces', records.filter((each) => each.supersededBy === id).map((each) => link(each.id))],
    ['Contradicts', record.contradicts.map(link)],
    ['Contradicted by', record.contradictedBy.map(link)],
    ['Origin', originOf(record)],
    ['Collection', record.collection],
    ['Session', record.session],
    ['Occurred', dateAndTime(record.occurredAt)],
    ['Remembered', dateAndTime(record.createdAt)],
    ['Expires', dateAndTime(record.expiresAt) ?? 'never'],
    ['Use', `read ${count(record.accessCount, 'time')}, recalled ${count(record.returnCount, 'time')}`],
    ['Last use', dateAndTime(record.lastAccessed)],
    ['Confidence', percentOf(record.confidence)],
    ['Status', factsOf([record.status, disputeOf(record.contradictedBy, record.contradicts)])],
    ['Replaced', dateAndTime(record.supersededAt)],
    ['Tags', record.tags.join(', ')],
    ['Files', record.scopeFiles.join(', ')],
    ['Entities', record.scopeEntities.join(', ')],
    ['Id', id],
    ['Context', Object.keys(context).length > 0 && <TextBlock of={JSON.stringify(context, null, 2)} />],
  ] as const
  return (
    <>
      <h2 dir="auto">{visible(record.summary ?? 'Record')}</h2>
      <TextBlock of={record.content} />
      <Facts of={facts} />
    </>
  )
}

/** The new content of a record, which replaces it. */
function Edit({ record }: { readonly record: MemoryRecord }) {
  const [error, setError] = useState('')
  const save = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      const { record: made } = await send<Remembered>('supersede', { id: record.id, ...valuesOf(event) })
      announce({ text: 'Saved as a new record. The old one stays readable and is no longer recalled.' })
      goTo('records', { ...address.value.parameters, id: made.id }, { replaces: true })
    } catch (reason) {
      setError((reason as Error).message)
    }
  }
  return (
    <form onSubmit={save}>
      <label>
        New content
        <textarea name="content" dir="auto" rows={6} required defaultValue={record.content} />
      </label>
      <ErrorMessage of={error} />
      <p class="fields">
        <button>Save</button>
        <button type="button" onClick={closeDialog}>
          Cancel
        </button>
      </p>
    </form>
  )
}
