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
  const notes = answer.notes.map(({ root, path, title, date }) => {
    const name = `${root}:${path}`
    return <ResultItem key={name} link={linkTo('notes', { root, path })} title={title} facts={[date, name]} />
  })
  const records = answer.records.map((record) => {
    const { id, text } = record
    return <ResultItem key={id} link={linkTo('records', { id })} title={text} facts={factsOfRecord(record)} />
  })
  const lists = Object.entries({ 'Recent notes': notes, 'Recent records': records })
  const sections = lists.map(
    ([title, items]) =>
      items.length > 0 && (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ol class="results">{items}</ol>
        </section>
      ),
  )
  return (
    <>
      <Holdings {...answer} />
      {!sections.some(Boolean) && <p>To add notes, run: recallite index FOLDER</p>}
      <div class="start">{sections}</div>
    </>
  )
}

function Holdings({ files, recordCount, roots, indexedAt, isIndexing, spaces }: StartAnswer) {
  const pending = spaces.reduce((sum, space) => sum + space.pending, 0)
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
