import type { Remembered } from '@recallite/core/records'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListedRecord, RecordAnswer } from '../api.js'
import { useAsked, useEscape } from '../asked.js'
import { ask, send } from '../request.js'
import { percent } from '../search/search-view.js'
import { dateAndTime, Facts, Text, Trouble, Whole } from '../texts.js'
import { AskTwice } from './ask-twice.js'

interface RecordPanelProps {
  readonly id: string
  /** All records, to find what it superseded. */
  readonly records: readonly ListedRecord[]
  /** Opens another record; an empty id closes this one. */
  readonly onOpen: (id: string) => void
  /** Called when something was done, with what to say of it and the record to open then, if any. */
  readonly onDone: (message: string, next: string) => void
}

/** A record with all that is known of it, and what can be done with it. */
export function RecordPanel({ id, records, onOpen, onDone }: RecordPanelProps) {
  const { answer, error } = useAsked(id, (end) => ask<RecordAnswer>('record', { id }, end))
  const [asking, setAsking] = useState<'forget' | 'supersede'>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  useEscape(() => onOpen(''))
  const close = () => setAsking(undefined)
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <Trouble of={error} />
      {answer && <About record={answer} records={records} onOpen={onOpen} />}
      <p class="fields">
        {answer?.status === 'active' && (
          <button type="button" onClick={() => setAsking('supersede')}>
            Supersede…
          </button>
        )}
        {answer && (
          <button type="button" class="danger" onClick={() => setAsking('forget')}>
            Forget…
          </button>
        )}
        <button type="button" onClick={() => onOpen('')}>
          Close
        </button>
      </p>
      {answer && asking === 'forget' && <Forget record={answer} onDone={onDone} onClose={close} />}
      {answer && asking === 'supersede' && <Supersede record={answer} onDone={onDone} onClose={close} />}
    </section>
  )
}

type AboutProps = { readonly record: RecordAnswer } & Pick<RecordPanelProps, 'records' | 'onOpen'>

function About({ record, records, onOpen }: AboutProps) {
  const { id, summary, content, context, supersededBy, lastAccessed, accessCount, returnCount } = record
  const link = (other: string) => (
    <button type="button" key={other} onClick={() => onOpen(other)}>
      <Text of={records.find((each) => each.id === other)?.text ?? other} />
    </button>
  )
  const facts = {
    Id: <Text of={id} />,
    Collection: <Text of={record.collection} />,
    Session: textOf([record.session ?? '']),
    Occurred: timeOf(record.occurredAt),
    Remembered: timeOf(record.createdAt),
    Expires: timeOf(record.expiresAt) ?? 'never',
    Use: `read ${accessCount} times, recalled ${returnCount} times`,
    'Last use': timeOf(lastAccessed),
    Sure: percent(record.confidence),
    Status: record.status,
    Tags: textOf(record.tags),
    Files: textOf(record.scopeFiles),
    Entities: textOf(record.scopeEntities),
    Context: Object.keys(context).length > 0 && <Whole text={JSON.stringify(context, null, 2)} />,
    'Superseded by': supersededBy !== null && link(supersededBy),
    Supersedes: records.filter((each) => each.supersededBy === id).map((each) => link(each.id)),
  }
  return (
    <>
      <h2>{textOf([summary ?? 'Record'])}</h2>
      <Whole text={content} />
      <Facts of={facts} />
    </>
  )
}

const timeOf = (time: number | null): string | null => (time === null ? null : dateAndTime(time))

const textOf = (texts: readonly string[]) => texts.join('') !== '' && <Text of={texts.join(', ')} />

type DoingProps = { readonly record: RecordAnswer; readonly onClose: () => void } & Pick<
  RecordPanelProps,
  'onDone'
>

function Forget({ record, onDone, onClose }: DoingProps) {
  const forget = async () => {
    await send('forget', { id: record.id })
    onDone('Forgot 1 record.', '')
  }
  const warning = 'Records are the only copy: what is forgotten cannot be brought back.'
  return (
    <AskTwice
      title="Forget this record?"
      buttons={['Forget…', 'Forget for good']}
      warning={warning}
      onSure={forget}
      onClose={onClose}
    >
      <Text of={record.id} />
      <Whole text={record.content} />
    </AskTwice>
  )
}

function Supersede({ record, onDone, onClose }: DoingProps) {
  const [content, setContent] = useState(record.content)
  const supersede = async () => {
    const { record: next } = await send<Pick<Remembered, 'record'>>('supersede', { id: record.id, content })
    onDone('Superseded 1 record.', next.id)
  }
  const warning = 'The old record stays readable and is not recalled any more.'
  return (
    <AskTwice
      title="Supersede this record"
      buttons={['Supersede…', 'Supersede it']}
      warning={warning}
      onSure={supersede}
      onClose={onClose}
    >
      <label>
        New content
        <textarea
          dir="auto"
          rows={6}
          required
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
    </AskTwice>
  )
}
