import { type Language, languageOf } from '@recallite/keyword'
import type { DocumentAddress } from '@recallite/store'
import { useMemo } from 'preact/hooks'
import { address, goTo, linkTo, type Parameters } from '../address.js'
import type { DocumentAnswer, DocumentsAnswer, ListedDocument } from '../api.js'
import { Facts, Link, ErrorMessage, visible } from '../elements.js'
import { choices, Filters } from '../fields.js'
import { MarkedText } from '../marked-text.js'
import { ask, useRequest } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { type DocumentRow, documentRows } from './document-rows.js'

/** The document in the URL, else a list of all documents. */
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
  const { answer, error } = useRequest('documents', (end) => ask<DocumentsAnswer>('documents', {}, end))
  const { documents: all = [] } = answer ?? {}
  const rows = useMemo(() => filterDocuments(all, parameters), [answer, parameters])
  const roots = useMemo(() => [...new Set(all.map(({ root }) => root))], [answer])
  const state = all.length === 0 ? nothing : `${rows.length} of ${all.length} documents`
  const fields = [
    { name: 'find', label: 'Path or title' },
    { name: 'in', label: 'Root', texts: choices(roots) },
    { name: 'order', label: 'Order', texts: choices(['newest first'], 'by path') },
  ]
  const open = ({ root, path }: ListedDocument) => goTo('notes', { ...parameters, root, path })
  return (
    <>
      <h1>Notes</h1>
      <ErrorMessage of={error} />
      <Filters on="onInput" fields={fields} />
      <p role="status">{answer && state}</p>
      <RowTable label="Documents" rows={rows} columns={columns} keyOf={nameOf} onOpen={open} />
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

/** A document's metadata and text, with its chunks and highlighted query matches. */
function DocumentView({ root, path }: DocumentAddress) {
  const { line = '1' } = address.value.parameters
  const { answer, error } = useRequest(line, (end) =>
    ask<DocumentAnswer>('document', { root, path, line }, end),
  )
  return (
    <article class="document">
      <h1 dir="auto">{visible(answer?.title ?? path)}</h1>
      <ErrorMessage of={error} />
      {answer && <Facts of={factsOf(answer)} />}
      {answer && <Source answer={answer} line={Number(line)} />}
    </article>
  )
}

const changed = ' (the file has changed since it was indexed; run: recallite index)'

const factsOf = ({ root, path, chunks, hasChanged, ...document }: DocumentAnswer) =>
  [
    ['Document', `${root}:${path}`],
    ['Date', document.date],
    ['Tags', document.tags.join(', ')],
    ['Aliases', document.aliases.join(', ')],
    ['Lines', document.lines],
    ['Chunks', `${chunks.length}${hasChanged ? changed : ''}`],
    ['Links to', linksTo(document.links, root)],
    ['Linked from', linksTo(document.backlinks, root)],
  ] as const

const linksTo = (paths: readonly string[], root: string) =>
  paths.map((path) => <Link key={path} to={linkTo('notes', { root, path })} text={path} />)

function Source({ answer, line }: { readonly answer: DocumentAnswer; readonly line: number }) {
  const { from, lines, text } = answer
  const rows = useMemo(() => documentRows(answer), [answer])
  const textColumns = useMemo(() => columnsOf(text, languageOf(text)), [text])
  const last = rows.at(-1)?.line ?? 0
  const { view, parameters } = address.value
  const linkToLine = (to: number) => linkTo(view, { ...parameters, line: String(to) })
  return (
    <>
      {(from > 1 || last < lines) && (
        <p>
          Lines {from} to {last}.{' '}
          {from > 1 && <a href={linkToLine(Math.max(1, 2 * from - last))}>Earlier lines</a>}{' '}
          {last < lines && <a href={linkToLine(last + 1)}>Later lines</a>}
        </p>
      )}
      <RowTable
        label="Text"
        rows={rows}
        columns={textColumns}
        keyOf={({ start, chunks, cut }) => `${start} ${cut && chunks.join()}`}
        start={rows.findIndex((row) => row.line === line)}
      />
    </>
  )
}

const positionOf = ({ line, column, cut }: DocumentRow) => !cut && (column > 1 ? `${line}:${column}` : line)

const columnsOf = (text: string, language: Language): Column<DocumentRow>[] => [
  { title: 'Line', kind: 'number', cell: positionOf },
  { title: 'Chunk', kind: 'number', cell: ({ chunks, cut }) => !cut && chunks.join(' + ') },
  { title: 'Text', kind: 'wide', cell: (row) => lineOf(row, text, language) },
]

/** UTF-16 units per row. */
const maxLength = 2000

function lineOf({ start, end, chunks, cut }: DocumentRow, text: string, language: Language) {
  if (cut) {
    const name = `Chunk ${chunks.join()} · lines ${cut.startLine}–${cut.endLine}`
    return <span class="cut">{visible([name, ...cut.heading].join(' › '))}</span>
  }
  const rest = end - start - maxLength
  return (
    <span dir="auto" class={chunks.length > 1 ? 'source overlap' : 'source'}>
      <MarkedText of={text.slice(start, Math.min(end, start + maxLength))} language={language} />
      {rest > 0 && <em> … {rest} more characters</em>}
    </span>
  )
}
