import type { ComponentChildren } from 'preact'
import { linkTo } from '../address.js'
import type { StartAnswer } from '../api.js'
import { count, dateAndTime, ErrorMessage, factsOfRecord, ResultItem } from '../elements.js'
import { changes } from '../notice.js'
import { usePolling } from '../request.js'

/** What the memory holds, refreshed every two seconds while files are being indexed. */
export const useStart = () =>
  usePolling<StartAnswer>('start', changes.value, (answer) => (answer?.isIndexing ? 2000 : undefined))

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
            <ResultItem
              key={`${root}:${path}`}
              link={linkTo('notes', { root, path })}
              title={title}
              facts={[date, `${root}:${path}`]}
            />
          ))}
        </Recent>
        <Recent title="Recent records">
          {records.map((record) => (
            <ResultItem
              key={record.id}
              link={linkTo('records', { id: record.id })}
              title={record.text}
              facts={factsOfRecord(record)}
            />
          ))}
        </Recent>
      </div>
    </>
  )
}

function Holdings({ files, recordCount, roots, indexedAt, isIndexing, pending }: StartAnswer) {
  const folders = roots
    .map(({ name, files: each }) => (roots.length > 1 ? `${name} (${each})` : name))
    .join(', ')
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
