import { useMemo, useState } from 'preact/hooks'
import { address, goTo } from '../address.js'
import type { ListedRecord, RecalledAnswer, RecordsAnswer, SessionsAnswer } from '../api.js'
import { useAsked } from '../asked.js'
import { ask, send } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { percent } from '../search/search-view.js'
import { Choice, dateAndTime, Text, Trouble } from '../texts.js'
import { RecordPanel } from './record-panel.js'

/** What the address says of the records that are wanted. */
type Wanted = Readonly<Record<string, string>>

/** All records, or those that a query recalls, and beside them the one that the address names. */
export function RecordsView() {
  const { id = '', ...wanted } = Object.fromEntries(address.value.parameters)
  const [said, setSaid] = useState<readonly string[]>([])
  const { records, shown, states, error } = useRecords(wanted, said.length)
  const change = (to: Wanted) => goTo('records', { ...wanted, id, ...to }, { replaces: true })
  const done = (message: string, next: string) => {
    setSaid([...said, message])
    change({ id: next })
  }
  return (
    <>
      <h1>Records</h1>
      <Trouble of={error} />
      <Fields wanted={wanted} records={records} onChange={change} />
      <p role="status">{[...said.slice(-1), ...states].join(' · ')}</p>
      <div class="beside">
        {shown.length > 0 && (
          <RowTable
            label="Records"
            rows={shown}
            columns={wanted['q'] ? [answers, ...columns] : columns}
            keyOf={(record) => record.id}
            onOpen={(record) => change({ id: record.id })}
          />
        )}
        {id !== '' && (
          <RecordPanel key={id} id={id} records={records} onOpen={(to) => change({ id: to })} onDone={done} />
        )}
      </div>
    </>
  )
}

/** Reads the records, and again in each round: all of them, those that are wanted, and what to say of these. */
function useRecords(wanted: Wanted, round: number) {
  const { q: query = '', collection = '', session = '', status } = wanted
  const all = useAsked(String(round), readAll)
  const includeSuperseded = status !== undefined && status !== 'active'
  const body = { query, collection: collection || null, session: session || null, includeSuperseded }
  const recalled = useAsked(`${round} ${JSON.stringify(body)}`, (end) =>
    query === '' ? Promise.resolve(undefined) : send<RecalledAnswer>('recall', body, end),
  )
  const found = query === '' ? all.answer : recalled.answer?.records
  const shown = useMemo(
    () => (found ?? []).filter((record) => isWanted(record, wanted)),
    [found, address.value],
  )
  const records = all.answer ?? []
  const states = [...(found ? [sayHowMany(shown.length, records.length)] : []), ...notesOf(recalled.answer)]
  return { records, shown, states, error: all.error ?? recalled.error }
}

function isWanted({ collection, session, status }: ListedRecord, wanted: Wanted): boolean {
  const own = { collection, session, status }
  const asked = Object.entries({ status: 'active', ...wanted }).filter(([, value]) => value !== '')
  return asked.every(([name, value]) => !Object.hasOwn(own, name) || own[name as keyof typeof own] === value)
}

const answers: Column<ListedRecord> = {
  title: 'Answers',
  cell: ({ hit }) => hit && `${hit.weak ? 'weak ' : ''}${percent(hit.confidence)}`,
}

const columns: readonly Column<ListedRecord>[] = [
  { title: 'Record', kind: 'wide', cell: ({ text }) => <Text of={text} /> },
  { title: 'Time', cell: ({ time }) => dateAndTime(time) },
  { title: 'Collection', cell: ({ collection }) => <Text of={collection} /> },
  { title: 'Session', cell: ({ session }) => <Text of={session ?? ''} /> },
  { title: 'Sure', kind: 'number', cell: ({ confidence }) => percent(confidence) },
  { title: 'Read', kind: 'number', cell: ({ accessCount }) => accessCount },
  { title: 'Recalled', kind: 'number', cell: ({ returnCount }) => returnCount },
  { title: 'Expires', cell: ({ expiresAt }) => expiresAt !== null && dateAndTime(expiresAt) },
  { title: 'Status', cell: ({ status }) => status },
]

interface FieldsProps {
  readonly wanted: Wanted
  readonly records: readonly ListedRecord[]
  readonly onChange: (to: Wanted) => void
}

function Fields({ wanted, records, onChange }: FieldsProps) {
  const { q = '', collection = '', session = '', status = 'active' } = wanted
  const sessions = useAsked('sessions', (end) => ask<SessionsAnswer>('sessions', {}, end))
  const collections = useMemo(
    () => [...new Set(records.map((record) => record.collection))].toSorted(),
    [records],
  )
  const search = (event: Event) => {
    event.preventDefault()
    onChange({ q: String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim() })
  }
  return (
    <form class="fields" role="search" onSubmit={search}>
      <label>
        What to recall
        <input type="search" name="q" defaultValue={q} />
      </label>
      <button type="submit">Recall</button>
      <Choice
        label="Collection"
        value={collection}
        texts={collections}
        onChoose={(to) => onChange({ collection: to })}
      />
      <Choice
        label="Session"
        value={session}
        texts={(sessions.answer ?? []).map(({ id }) => id)}
        names={(sessions.answer ?? []).map(nameOf)}
        onChoose={(to) => onChange({ session: to })}
      />
      <Choice
        label="Status"
        value={status}
        texts={['active', 'superseded']}
        onChoose={(to) => onChange({ status: to })}
      />
    </form>
  )
}

function nameOf({ id, summary, records, startedAt }: SessionsAnswer[number]): string {
  return [id, ...(summary === null ? [] : [summary]), `${records} records`, dateAndTime(startedAt)].join(
    ' · ',
  )
}

/** All records, latest first. */
async function readAll(signal: AbortSignal): Promise<readonly ListedRecord[]> {
  const pages: (readonly ListedRecord[])[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page: RecordsAnswer = await ask('records', after === undefined ? {} : { after }, signal)
    pages.push(page.records)
    after = page.next
  }
  return pages.flat().toReversed()
}

function sayHowMany(shown: number, all: number): string {
  return all === 0 ? "Nothing was remembered yet: recallite remember '…'" : `${shown} of ${all} records`
}

function notesOf({ heldBack, degraded }: Partial<RecalledAnswer> = {}): string[] {
  const notes = heldBack ? [`${heldBack} held back, since none is likely to answer`] : []
  return [...notes, ...(degraded ?? []).map(({ retriever, reason }) => `${retriever}: ${reason}`)]
}
