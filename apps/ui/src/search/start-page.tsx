import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { linkTo } from '../address.js'
import type { StartAnswer } from '../api.js'
import { dateAndTime, disputeOf, ErrorMessage, factsOf, originOf, Text } from '../elements.js'
import { changes } from '../notice.js'
import { ask, useRequest } from '../request.js'

/** Milliseconds between updates while files are being indexed. */
const pause = 2000

/** What the memory holds. */
export function useStart() {
  const [round, setRound] = useState(0)
  const start = useRequest(`${round} ${changes.value}`, (end) => ask<StartAnswer>('start', {}, end))
  useEffect(() => {
    if (!start.answer?.isIndexing || start.isAsking) return undefined
    const timer = setTimeout(() => setRound(round + 1), pause)
    return () => clearTimeout(timer)
  }, [start])
  return start
}

/** Recent notes and records, and what the memory holds. */
export function StartPage() {
  const { answer, error } = useStart()
  if (!answer) return <ErrorMessage of={error} />
  const { notes, records } = answer
  const isEmpty = notes.length === 0 && records.length === 0
  return (
    <>
      <Holdings {...answer} />
      {isEmpty && <p>To add notes, run: recallite index FOLDER</p>}
      <div class="start">
        <Recent title="Recent notes">
          {notes.map(({ root, path, title, date }) => (
            <Item
              key={`${root}:${path}`}
              link={linkTo('notes', { root, path })}
              title={title}
              facts={[date, `${root}:${path}`]}
            />
          ))}
        </Recent>
        <Recent title="Recent records">
          {records.map(({ id, text, time, collection, ...record }) => (
            <Item
              key={id}
              link={linkTo('records', { id })}
              title={text}
              facts={[
                dateAndTime(time),
                collection,
                originOf(record),
                disputeOf(record.contradictedBy, record.contradicts),
              ]}
            />
          ))}
        </Recent>
      </div>
    </>
  )
}

function Holdings({ files, recordCount, roots, indexedAt, isIndexing, pending }: StartAnswer) {
  const folders = roots.map(({ name, files: count }) => `${name} (${count})`).join(', ')
  const parts = [
    `This memory holds ${count(files, 'note')}${folders && ` in ${folders}`}`,
    `and ${count(recordCount ?? 0, 'record')}.`,
    indexedAt === null ? '' : `Last indexed: ${dateAndTime(indexedAt)}.`,
    isIndexing ? 'Files are being indexed.' : '',
    pending > 0 ? `${count(pending, 'text')} still to embed; keyword search already finds them.` : '',
  ]
  return (
    <p class="muted" aria-live="polite">
      {parts.filter((part) => part !== '').join(' ')}
    </p>
  )
}

const count = (amount: number, noun: string): string =>
  `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

function Recent({
  title,
  children,
}: {
  readonly title: string
  readonly children: readonly ComponentChildren[]
}) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ol class="results">{children}</ol>
    </section>
  )
}

interface ItemProps {
  readonly link: string
  readonly title: string
  readonly facts: readonly (string | null | undefined)[]
}

const Item = ({ link, title, facts }: ItemProps) => (
  <li>
    <a data-result href={link} dir="auto">
      <Text of={title} />
    </a>
    <p class="muted">{factsOf(facts)}</p>
  </li>
)
