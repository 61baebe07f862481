import { useMemo } from 'preact/hooks'
import { address, goTo } from '../address.js'
import type { DocumentsAnswer, ListedDocument } from '../api.js'
import { Filters } from '../filters.js'
import { ask, useAsked } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { Text, Trouble } from '../texts.js'
import { DocumentView } from './document-view.js'

/** All documents, or the one that the address names. */
export function NotesView() {
  const { root, path } = Object.fromEntries(address.value.parameters)
  if (root === undefined || path === undefined) return <DocumentList />
  return <DocumentView key={`${root}:${path}`} root={root} path={path} />
}

interface Row extends ListedDocument {
  readonly root: string
  /** What the filter is compared with. */
  readonly folded: string
}

const columns: readonly Column<Row>[] = [
  { title: 'Document', kind: 'wide', cell: ({ root, path }) => <Text of={`${root}:${path}`} /> },
  { title: 'Title', cell: ({ title }) => <Text of={title} /> },
  { title: 'Date', cell: ({ date }) => date },
]

function DocumentList() {
  const { answer, error } = useAsked('documents', (end) => ask<DocumentsAnswer>('documents', {}, end))
  const all = useMemo(() => rowsOf(answer?.roots ?? []), [answer])
  const parameters = Object.fromEntries(address.value.parameters)
  const shown = useMemo(() => chosenOf(all, parameters), [all, address.value])
  const roots = (answer?.roots ?? []).map(({ name }) => [name, name] as const)
  const state =
    all.length === 0
      ? 'Nothing is indexed yet: recallite index FOLDER'
      : `${shown.length} of ${all.length} documents`
  return (
    <>
      <h1>Notes</h1>
      <Trouble of={error} />
      <Filters
        on="onInput"
        fields={[
          { name: 'find', label: 'Path or title' },
          { name: 'in', label: 'Root', texts: [['', 'all'], ...roots] },
          {
            name: 'order',
            label: 'Order',
            texts: [
              ['', 'by path'],
              ['date', 'newest first'],
            ],
          },
        ]}
      />
      <p role="status">{answer && state}</p>
      <RowTable
        label="Documents"
        rows={shown}
        columns={columns}
        keyOf={({ root, path }) => `${root}:${path}`}
        onOpen={({ root, path }) => goTo('notes', { ...parameters, root, path })}
      />
    </>
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

function chosenOf(
  all: readonly Row[],
  { find = '', in: wanted = '', order }: Readonly<Record<string, string>>,
) {
  const folded = find.trim().toLowerCase()
  const shown = all.filter((row) => (wanted === '' || row.root === wanted) && row.folded.includes(folded))
  return order === 'date'
    ? shown.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    : shown
}
