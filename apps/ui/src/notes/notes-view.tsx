import { useMemo } from 'preact/hooks'
import { address, goTo, type Parameters } from '../address.js'
import type { DocumentsAnswer, ListedDocument } from '../api.js'
import { choices, Filters } from '../fields.js'
import { ask, useAsked } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { Trouble } from '../elements.js'
import { DocumentView } from './document-view.js'

/** All documents, or the one that the address names. */
export function NotesView() {
  const { root, path } = address.value.parameters
  if (root === undefined || path === undefined) return <DocumentList />
  return <DocumentView key={`${root}:${path}`} root={root} path={path} />
}

const nameOf = ({ root, path }: ListedDocument): string => `${root}:${path}`

const columns: readonly Column<ListedDocument>[] = [
  { title: 'Document', kind: 'wide', cell: nameOf },
  { title: 'Title', cell: ({ title }) => title },
  { title: 'Date', cell: ({ date }) => date },
]

function DocumentList() {
  const { parameters } = address.value
  const { answer, error } = useAsked('documents', (end) => ask<DocumentsAnswer>('documents', {}, end))
  const { documents: all = [] } = answer ?? {}
  const shown = useMemo(() => chosenOf(all, parameters), [answer, parameters])
  const roots = useMemo(() => [...new Set(all.map(({ root }) => root))], [answer])
  const state = all.length === 0 ? nothing : `${shown.length} of ${all.length} documents`
  const fields = [
    { name: 'find', label: 'Path or title' },
    { name: 'in', label: 'Root', texts: choices(roots) },
    { name: 'order', label: 'Order', texts: choices(['newest first'], 'by path') },
  ]
  const open = ({ root, path }: ListedDocument) => goTo('notes', { ...parameters, root, path })
  return (
    <>
      <h1>Notes</h1>
      <Trouble of={error} />
      <Filters on="onInput" fields={fields} />
      <p role="status">{answer && state}</p>
      <RowTable label="Documents" rows={shown} columns={columns} keyOf={nameOf} onOpen={open} />
    </>
  )
}

const nothing = 'Nothing is indexed yet: recallite index FOLDER'

function chosenOf(all: readonly ListedDocument[], parameters: Parameters) {
  const { find = '', in: root = '', order = '' } = parameters
  const folded = find.trim().toLowerCase()
  const isFound = (row: ListedDocument) => `${nameOf(row)}\n${row.title}`.toLowerCase().includes(folded)
  const shown = all.filter((row) => ['', row.root].includes(root) && isFound(row))
  if (order === '') return shown
  return shown.toSorted(({ date: a = '' }, { date: b = '' }) => (a === b ? 0 : a < b ? 1 : -1))
}
