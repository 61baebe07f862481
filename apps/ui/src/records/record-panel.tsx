import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/records'
import { signal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { address, closeOpened, goTo, linkTo } from '../address.js'
import type { ListedRecord } from '../api.js'
import {
  closeDialog,
  dateAndTime,
  Dialog,
  Facts,
  Link,
  percent,
  Text,
  Trouble,
  visible,
  Whole,
} from '../elements.js'
import { valuesOf } from '../fields.js'
import { ask, send, useAsked } from '../request.js'

/** What was done on this page, for people; the records have changed each time. */
export const done = signal<readonly string[]>([])

/** `records`: all of them, to find what it superseded. */
interface RecordPanelProps {
  readonly id: string
  readonly records: readonly ListedRecord[]
}

/** A record with all that is known of it, and what can be done with it. */
export function RecordPanel({ id, records }: RecordPanelProps) {
  const { answer, error } = useAsked(id, (end) => ask<MemoryRecord>('record', { id }, end))
  const [doing, setDoing] = useState<keyof typeof doings>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const isActive = answer?.status === 'active'
  return (
    <section ref={panel} class="panel" tabIndex={-1} aria-label="Record">
      <Trouble of={error} />
      {answer && <About record={answer} records={records} />}
      <p class="fields">
        {isActive && <button onClick={() => setDoing('supersede')}>Supersede…</button>}
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

function About({ record, records }: Pick<RecordPanelProps, 'records'> & { readonly record: MemoryRecord }) {
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

interface AskTwiceProps {
  readonly doing: keyof typeof doings
  readonly record: MemoryRecord
}

/** Does it after two confirmations. In the second, Cancel stands where the button of the first one was. */
function AskTwice({ doing, record }: AskTwiceProps) {
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
