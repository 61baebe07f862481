import { type Language, languageOf } from '@recallite/analysis'
import type { DocumentAddress } from '@recallite/store'
import { useMemo } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { DocumentAnswer } from '../api.js'
import { MarkedText } from '../marked-text.js'
import { ask, useAsked } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { Facts, Text, Trouble, visible } from '../elements.js'
import { type DocumentRow, documentRows } from './document-rows.js'

/** A document: what is known of it, and its text with the cuts of its chunks and the words of a query. */
export function DocumentView({ root, path }: DocumentAddress) {
  const { line = '1' } = address.value.parameters
  const { answer, error } = useAsked(line, (end) =>
    ask<DocumentAnswer>('document', { root, path, line }, end),
  )
  return (
    <article class="document">
      <h1 dir="auto">{visible(answer?.title ?? path)}</h1>
      <Trouble of={error} />
      {answer && <Facts of={factsOf(answer)} />}
      {answer && <Source answer={answer} line={Number(line)} />}
    </article>
  )
}

const changed = ': the file has changed since it was cut into these. To read it again: recallite index'

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

/** Of a note that all others link to, nobody reads more. */
const mostLinks = 100

function linksTo(paths: readonly string[], root: string) {
  const links = paths.slice(0, mostLinks).map((path) => (
    <a key={path} class="link" href={linkTo('notes', { root, path })}>
      <Text of={path} />
    </a>
  ))
  return paths.length > mostLinks ? [...links, `and ${paths.length - mostLinks} more`] : links
}

function Source({ answer, line }: { readonly answer: DocumentAnswer; readonly line: number }) {
  const { from, lines, text } = answer
  const rows = useMemo(() => documentRows(answer), [answer])
  const language = useMemo(() => languageOf(text), [text])
  const last = rows.at(-1)?.line ?? 0
  const { view, parameters } = address.value
  const linkToLine = (to: number) => linkTo(view, { ...parameters, line: String(to) })
  return (
    <>
      {(from > 1 || last < lines) && (
        <p>
          Lines {from} to {last} are here.{' '}
          {from > 1 && <a href={linkToLine(Math.max(1, 2 * from - last))}>Earlier lines</a>}{' '}
          {last < lines && <a href={linkToLine(last + 1)}>Later lines</a>}
        </p>
      )}
      <RowTable
        label="Text"
        rows={rows}
        columns={[...columns, { title: 'Text', kind: 'wide', cell: (row) => lineOf(row, text, language) }]}
        keyOf={({ start, chunks, cut }) => `${start} ${cut && chunks.join()}`}
        start={rows.findIndex((row) => row.line === line)}
      />
    </>
  )
}

const columns: readonly Column<DocumentRow>[] = [
  {
    title: 'Line',
    kind: 'number',
    cell: ({ line, column, cut }) => !cut && (column > 1 ? `${line}:${column}` : line),
  },
  { title: 'Chunk', kind: 'number', cell: ({ chunks, cut }) => !cut && chunks.join(' + ') },
]

/** What a row shows at most, in UTF-16 units. */
const mostShown = 2000

function lineOf({ start, end, chunks, cut }: DocumentRow, text: string, language: Language) {
  if (cut) {
    const name = `Chunk ${chunks.join()} · lines ${cut.startLine}–${cut.endLine}`
    return <span class="cut">{visible([name, ...cut.heading].join(' › '))}</span>
  }
  const rest = end - start - mostShown
  return (
    <span dir="auto" class={chunks.length > 1 ? 'source overlap' : 'source'}>
      <MarkedText of={text.slice(start, Math.min(end, start + mostShown))} language={language} />
      {rest > 0 && <em> … {rest} more characters are cut off</em>}
    </span>
  )
}
