import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { address, goTo } from '../address.js'
import type { DocumentsAnswer, ListedDocument } from '../api.js'
import { useAsked } from '../asked.js'
import { ask } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { Choice, Text, Trouble } from '../texts.js'
import { DocumentView } from './document-view.js'

/** All documents, or the one that the address names. */
export function NotesView() {
  const { parameters } = address.value
  const [root, path] = [parameters.get('root'), parameters.get('path')]
  if (root === null || path === null) return <DocumentList />
  return <DocumentView key={`${root}:${path}`} root={root} path={path} />
}

interface Row extends ListedDocument {
  readonly root: string
  /** What the filter is compared with. */
  readonly folded: string
}

/** As the list was left. */
const choice = signal({ filter: '', root: '', isByDate: false })

const columns: readonly Column<Row>[] = [
  { title: 'Document', kind: 'wide', cell: ({ root, path }) => <Text of={`${root}:${path}`} /> },
  { title: 'Title', cell: ({ title }) => <Text of={title} /> },
  { title: 'Date', cell: ({ date }) => date },
]

function DocumentList() {
  const { answer, error } = useAsked('documents', (end) => ask<DocumentsAnswer>('documents', {}, end))
  const all = useMemo(() => rowsOf(answer?.roots ?? []), [answer])
  const shown = useMemo(() => chosenOf(all, choice.value), [all, choice.value])
  return (
    <>
      <h1>Notes</h1>
      <Trouble of={error} />
      <Fields roots={answer?.roots ?? []} />
      <p role="status">
        {answer &&
          (all.length === 0
            ? 'Nothing is indexed yet: recallite index FOLDER'
            : `${shown.length} of ${all.length} documents`)}
      </p>
      {shown.length > 0 && (
        <RowTable
          label="Documents"
          rows={shown}
          columns={columns}
          keyOf={({ root, path }) => `${root}:${path}`}
          onOpen={({ root, path }) => goTo('notes', { root, path })}
        />
      )}
    </>
  )
}

function Fields({ roots }: DocumentsAnswer) {
  const { filter, root, isByDate } = choice.value
  const choose = (change: Partial<typeof choice.value>) => (choice.value = { ...choice.value, ...change })
  return (
    <form class="fields" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        Path or title
        <input
          type="search"
          value={filter}
          onInput={(event) => choose({ filter: event.currentTarget.value })}
        />
      </label>
      <Choice
        label="Root"
        value={root}
        texts={roots.map(({ name }) => name)}
        onChoose={(to) => choose({ root: to })}
      />
      <label>
        Newest first
        <input
          type="checkbox"
          checked={isByDate}
          onChange={(event) => choose({ isByDate: event.currentTarget.checked })}
        />
      </label>
    </form>
  )
}

function rowsOf(roots: DocumentsAnswer['roots']): Row[] {
  return roots.flatMap(({ name: root, documents }) =>
    documents.map((document) => ({
      ...document,
      root,
      folded: `${root}:${document.path}\n${document.title}`.toLowerCase(),
    })),
  )
}

function chosenOf(all: readonly Row[], { filter, root, isByDate }: typeof choice.value): readonly Row[] {
  const wanted = filter.trim().toLowerCase()
  const shown = all.filter((row) => (root === '' || row.root === root) && row.folded.includes(wanted))
  return isByDate ? shown.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1)) : shown
}
