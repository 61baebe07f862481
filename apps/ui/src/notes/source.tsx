import { type Language, languageOf } from '@recallite/keyword'
import { useMemo } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { DocumentAnswer } from '../api.js'
import { visible } from '../elements.js'
import { MarkedText } from '../marked-text.js'
import { type Column, RowTable } from '../row-table.js'
import { type DocumentRow, documentRows } from './document-rows.js'

/** The lines of a document, with its chunks and highlighted query matches. */
export function Source({ answer, line }: { readonly answer: DocumentAnswer; readonly line: number }) {
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
