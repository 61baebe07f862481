import { useMemo } from 'preact/hooks'
import { address, goTo, type Parameters } from '../address.js'
import type { DocumentsAnswer, ListedDocument } from '../api.js'
import { Entry, ErrorMessage } from '../elements.js'
import { choices, Filters } from '../fields.js'
import { ask, useRequest } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { NoteView } from './note-view.js'

/** The document in the URL, else a list of all documents. */
export function NotesView() {
  const { root, path, link = '' } = address.value.parameters
  if (root === undefined || path === undefined) return <DocumentList />
  return <NoteView key={`${root}:${path} ${link}`} root={root} path={path} />
}

const nameOf = ({ root, path }: ListedDocument): string => `${root}:${path}`

const columns: readonly Column<ListedDocument>[] = [
  {
    title: 'Document',
    kind: 'wide',
    cell: (row) => <Entry title={row.title} facts={[row.date, nameOf(row)]} />,
  },
]

function DocumentList() {
  const { parameters } = address.value
  const { answer, error } = useRequest('documents', (end) => ask<DocumentsAnswer>('documents', {}, end))
  const { documents: all = [] } = answer ?? {}
  const rows = useMemo(() => filterDocuments(all, parameters), [answer, parameters])
  const roots = useMemo(() => [...new Set(all.map(({ root }) => root))], [answer])
  const state = all.length === 0 ? nothing : `${rows.length} of ${all.length} documents`
  const fields = [
    { name: 'find', label: 'Path or title' },
    { name: 'in', label: 'Folder', texts: choices(roots) },
    { name: 'order', label: 'Order', texts: choices(['newest first'], 'by path') },
  ]
  const open = ({ root, path }: ListedDocument) => goTo('notes', { ...parameters, root, path })
  return (
    <>
      <h1>Notes</h1>
      <ErrorMessage of={error} />
      <Filters on="onInput" fields={fields} />
      <p role="status">{answer && state}</p>
      <RowTable label="Documents" rows={rows} columns={columns} keyOf={nameOf} onOpen={open} rowHeight={52} />
    </>
  )
}

const nothing = 'Nothing is indexed yet. Run: recallite index FOLDER'

function filterDocuments(all: readonly ListedDocument[], parameters: Parameters) {
  const { find = '', in: root = '', order = '' } = parameters
  const folded = find.trim().toLowerCase()
  const isMatch = (row: ListedDocument) => `${nameOf(row)}\n${row.title}`.toLowerCase().includes(folded)
  const rows = all.filter((row) => ['', row.root].includes(root) && isMatch(row))
  if (order === '') return rows
  return rows.toSorted(({ date: a = '' }, { date: b = '' }) => (a === b ? 0 : a < b ? 1 : -1))
}
