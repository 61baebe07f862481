import type { MemoryRecord } from '@recallite/records'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListedRecord } from '../api.js'
import { ask, useAsked } from '../request.js'
import { percent } from '../search/search-view.js'
import { dateAndTime, Facts, Text, textsOf, Trouble, Whole } from '../texts.js'
import { AskTwice, type Doing } from './ask-twice.js'

interface RecordPanelProps {
  readonly id: string
  /** All records, to find what it superseded. */
  readonly records: readonly ListedRecord[]
  /** Opens another record; an empty id closes this one. */
  readonly onOpen: (id: string) => void
  /** What to say of something that was done, and the id of the record to open then, or an empty one. */
  readonly onDone: (message: string, next: string) => void
}

/** A record with all that is known of it, and what can be done with it. */
export function RecordPanel({ id, records, onOpen, onDone }: RecordPanelProps) {
  const { answer, error } = useAsked(id, (end) => ask<MemoryRecord>('record', { id }, end))
  const [doing, setDoing] = useState<Doing>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const begin = (next: Doing) => () => setDoing(next)
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <Trouble of={error} />
      {answer && <About record={answer} records={records} onOpen={onOpen} />}
      <p class="fields">
        {answer?.status === 'active' && <button onClick={begin('supersede')}>Supersede…</button>}
        {answer && (
          <button class="danger" onClick={begin('forget')}>
            Forget…
          </button>
        )}
        <button onClick={() => onOpen('')}>Close</button>
      </p>
      {answer && doing && (
        <AskTwice doing={doing} record={answer} onDone={onDone} onClose={() => setDoing(undefined)} />
      )}
    </section>
  )
}

type AboutProps = { readonly record: MemoryRecord } & Pick<RecordPanelProps, 'records' | 'onOpen'>

function About({ record, records, onOpen }: AboutProps) {
  const { id, summary, content, context, supersededBy, accessCount, returnCount } = record
  const link = (other: string) => (
    <button key={other} onClick={() => onOpen(other)}>
      <Text of={records.find((each) => each.id === other)?.text ?? other} />
    </button>
  )
  const facts = {
    Id: <Text of={id} />,
    Collection: <Text of={record.collection} />,
    Session: record.session !== null && <Text of={record.session} />,
    Occurred: dateAndTime(record.occurredAt),
    Remembered: dateAndTime(record.createdAt),
    Expires: dateAndTime(record.expiresAt) ?? 'never',
    Use: `read ${accessCount} times, recalled ${returnCount} times`,
    'Last use': dateAndTime(record.lastAccessed),
    Sure: percent(record.confidence),
    Status: record.status,
    Tags: textsOf(record.tags),
    Files: textsOf(record.scopeFiles),
    Entities: textsOf(record.scopeEntities),
    Context: Object.keys(context).length > 0 && <Whole of={JSON.stringify(context, null, 2)} />,
    'Superseded by': supersededBy !== null && link(supersededBy),
    Supersedes: records.filter((each) => each.supersededBy === id).map((each) => link(each.id)),
  }
  return (
    <>
      <h2>
        <Text of={summary ?? 'Record'} />
      </h2>
      <Whole of={content} />
      <Facts of={facts} />
    </>
  )
}
