import { languageOf } from '@recallite/keyword'
import { useMemo } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { DocumentAnswer } from '../api.js'
import { MarkedText } from '../marked-text.js'
import { type Column, RowTable } from '../row-table.js'

/** A line of a document, or a part of a long one. */
interface Row {
  readonly line: number
  /** The column of the first character, from 1. */
  readonly column: number
  readonly text: string
}

/** In UTF-16 units. */
const maxLength = 2000

/** The lines of a document, with highlighted query matches. */
export function Source({ answer, line }: { readonly answer: DocumentAnswer; readonly line: number }) {
  const { from, lines, text } = answer
  const rows = useMemo(() => text.split('\n').flatMap((each, index) => rowsOf(each, from + index)), [answer])
  const columns = useMemo(() => columnsOf(text), [text])
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
        columns={columns}
        keyOf={(row) => `${row.line}:${row.column}`}
        start={rows.findIndex((row) => row.line === line)}
      />
    </>
  )
}

function rowsOf(text: string, line: number): Row[] {
  return Array.from({ length: Math.max(1, Math.ceil(text.length / maxLength)) }, (_, index) => {
    const start = index * maxLength
    return { line, column: start + 1, text: text.slice(start, start + maxLength) }
  })
}

function columnsOf(text: string): Column<Row>[] {
  const language = languageOf(text)
  const cell = (row: Row) => (
    <span dir="auto" class="source">
      <MarkedText of={row.text} language={language} />
    </span>
  )
  return [
    { title: 'Line', kind: 'number', cell: ({ line, column }) => (column > 1 ? `${line}:${column}` : line) },
    { title: 'Text', kind: 'wide', cell },
  ]
}
