import type { SessionEntry } from '@recallite/records'
import { useEffect, useMemo } from 'preact/hooks'
import { address, goTo, type Parameters } from '../address.js'
import type { ListedRecord, RecalledAnswer, RecordsAnswer } from '../api.js'
import { choices, type Field, Filters } from '../fields.js'
import { ask, send, useAsked } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { dateAndTime, percent, Trouble } from '../elements.js'
import { done, RecordPanel } from './record-panel.js'

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
  const body = {
    query,
    collection: collection || null,
    session: session || null,
    includeSuperseded: !!status,
  }
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
async function readAll(signal: AbortSignal): Promise<readonly ListedRecord[]> {
  const pages: (readonly ListedRecord[])[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: RecordsAnswer = await ask('records', { after }, signal)
    pages.push(page.records)
    after = page.next
  }
  return pages.flat().toReversed()
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

function useFields(records: readonly ListedRecord[], round: number): Field[] {
  const sessions = useAsked(round, (end) => ask<readonly SessionEntry[]>('sessions', {}, end))
  const collections = useMemo(
    () => [...new Set(records.map((each) => each.collection))].toSorted(),
    [records],
  )
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
