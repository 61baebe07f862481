import { type Language, languageOf } from '@recallite/analysis'
import { printable } from '@recallite/analysis/invisible'
import type { DocumentAddress } from '@recallite/store'
import { useMemo } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { DocumentAnswer } from '../api.js'
import { ask, useAsked } from '../request.js'
import { RowTable } from '../row-table.js'
import { MarkedText } from '../search/marked-text.js'
import { Facts, Text, textsOf, Trouble } from '../texts.js'
import { type DocumentRow, documentRows } from './document-rows.js'

/** A document: what is known of it, and its text with the cuts of its chunks and the words of a query. */
export function DocumentView({ root, path }: DocumentAddress) {
  const line = address.value.parameters.get('line') ?? '1'
  const { answer, error } = useAsked(line, (end) =>
    ask<DocumentAnswer>('document', { root, path, line }, end),
  )
  return (
    <article class="document">
      <h1>
        <Text of={answer?.title ?? path} />
      </h1>
      <Trouble of={error} />
      {answer && <About answer={answer} root={root} path={path} />}
      {answer && <Source answer={answer} line={Number(line)} />}
    </article>
  )
}

function About({ answer, root, path }: DocumentAddress & { readonly answer: DocumentAnswer }) {
  const { date, tags, aliases, lines, chunks, links, backlinks, hasChanged } = answer
  const facts = {
    Document: <Text of={`${root}:${path}`} />,
    Date: date,
    Tags: textsOf(tags),
    Aliases: textsOf(aliases),
    Lines: lines,
    Chunks: `${chunks.length}${hasChanged ? ': the file has changed since it was cut into these. To read it again: recallite index' : ''}`,
    'Links to': linksTo(links, root),
    'Linked from': linksTo(backlinks, root),
  }
  return <Facts of={facts} />
}

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
  const linkToLine = (to: number) =>
    linkTo(view, { ...Object.fromEntries(parameters), line: String(Math.max(1, to)) })
  return (
    <>
      {(from > 1 || last < lines) && (
        <p>
          Lines {from} to {last} are here.{' '}
          {from > 1 && <a href={linkToLine(2 * from - last)}>Earlier lines</a>}{' '}
          {last < lines && <a href={linkToLine(last + 1)}>Later lines</a>}
        </p>
      )}
      <RowTable
        label="Text"
        rows={rows}
        columns={[
          {
            title: 'Line',
            kind: 'number',
            cell: ({ line: own, column, cut }) => !cut && (column > 1 ? `${own}:${column}` : own),
          },
          { title: 'Chunk', kind: 'number', cell: ({ chunks, cut }) => !cut && chunks.join(' + ') },
          { title: 'Text', kind: 'wide', cell: (row) => <Line row={row} text={text} language={language} /> },
        ]}
        keyOf={({ start, chunks, cut }) => `${start} ${cut && chunks.join()}`}
        start={rows.findIndex((row) => row.line === line)}
      />
    </>
  )
}

/** What a row shows at most, in UTF-16 units. */
const mostShown = 2000

interface LineProps {
  readonly row: DocumentRow
  readonly text: string
  readonly language: Language
}

function Line({ row: { start, end, chunks, cut }, text, language }: LineProps) {
  if (cut) {
    const name = `Chunk ${chunks.join()} · lines ${cut.startLine}–${cut.endLine}`
    return <span class="cut">{printable([name, ...cut.heading].join(' › '))}</span>
  }
  const rest = end - start - mostShown
  const shown = printable(text.slice(start, rest > 0 ? start + mostShown : end), { keepLines: true })
  return (
    <span dir="auto" class={chunks.length > 1 ? 'source overlap' : 'source'}>
      <MarkedText text={shown} language={language} />
      {rest > 0 && <em> … {rest} more characters are cut off</em>}
    </span>
  )
}
