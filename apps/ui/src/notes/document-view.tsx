import { printable } from '@recallite/analysis/invisible'
import { type Language, languageOf } from '@recallite/analysis'
import { useMemo } from 'preact/hooks'
import { address, goTo, linkTo } from '../address.js'
import type { DocumentAnswer } from '../api.js'
import { useAsked, useEscape } from '../asked.js'
import { ask } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { MarkedText } from '../search/marked-text.js'
import { Facts, Text, Trouble } from '../texts.js'
import { type DocumentRow, documentRows } from './document-rows.js'

interface Named {
  readonly root: string
  readonly path: string
}

/** A document: what is known of it, and its text with the cuts of its chunks and the words of a query. */
export function DocumentView({ root, path }: Named) {
  const { parameters } = address.value
  const asked = { root, path, line: parameters.get('line') ?? '1' }
  const { answer, error } = useAsked(JSON.stringify(asked), (end) =>
    ask<DocumentAnswer>('document', asked, end),
  )
  useEscape(() => goTo('notes'))
  return (
    <article class="document">
      <a href={linkTo('notes')}>All notes</a>
      <h1>
        <Text of={answer?.title ?? path} />
      </h1>
      <Trouble of={error} />
      {answer && <About answer={answer} root={root} path={path} />}
      {answer && (
        <Source
          answer={answer}
          line={Number(asked.line)}
          linkToLine={(line) => linkTo('notes', { ...asked, line: String(line) })}
        />
      )}
    </article>
  )
}

function About({ answer, root, path }: Named & { readonly answer: DocumentAnswer }) {
  const { date, tags, aliases, lines, chunks, links, backlinks } = answer
  const facts = {
    Document: <Text of={`${root}:${path}`} />,
    Date: date,
    Tags: tags.length > 0 && <Text of={tags.join(', ')} />,
    Aliases: aliases.length > 0 && <Text of={aliases.join(', ')} />,
    Length: `${lines} lines, ${chunks.length} chunks`,
    'Links to': links.length > 0 && <Links root={root} paths={links} />,
    'Linked from': backlinks.length > 0 && <Links root={root} paths={backlinks} />,
  }
  return <Facts of={facts} />
}

/** Of a note that all others link to, nobody reads more. */
const mostLinks = 100

function Links({ root, paths }: { readonly root: string; readonly paths: readonly string[] }) {
  return (
    <ul class="links">
      {paths.slice(0, mostLinks).map((path) => (
        <li key={path}>
          <a href={linkTo('notes', { root, path })}>
            <Text of={path} />
          </a>
        </li>
      ))}
      {paths.length > mostLinks && <li>and {paths.length - mostLinks} more</li>}
    </ul>
  )
}

interface SourceProps {
  readonly answer: DocumentAnswer
  readonly line: number
  readonly linkToLine: (line: number) => string
}

function Source({ answer, line, linkToLine }: SourceProps) {
  const { from, lines, hasChanged } = answer
  const rows = useMemo(() => documentRows(answer), [answer])
  const columns = useMemo(() => columnsOf(answer), [answer])
  const last = rows.at(-1)?.line ?? 0
  return (
    <>
      {hasChanged && (
        <p class="bad">
          The file has changed since it was indexed, so the cuts may be wrong: recallite index
        </p>
      )}
      {(from > 1 || last < lines) && (
        <p>
          Lines {from} to {last} of {lines} are here.{' '}
          {from > 1 && <a href={linkToLine(Math.max(1, 2 * from - last))}>Earlier lines</a>}{' '}
          {last < lines && <a href={linkToLine(last + 1)}>Later lines</a>}
        </p>
      )}
      <RowTable
        label="Text"
        rows={rows}
        columns={columns}
        keyOf={({ start, cut }) => `${start} ${cut?.startLine} ${cut?.endLine} ${cut?.endColumn}`}
        start={rows.findIndex((row) => row.line === line)}
      />
    </>
  )
}

function columnsOf({ text }: DocumentAnswer): readonly Column<DocumentRow>[] {
  const language = languageOf(text)
  return [
    {
      title: 'Line',
      kind: 'number',
      cell: ({ line, column, cut }) => !cut && (column === 1 ? line : `${line}:${column}`),
    },
    { title: 'Chunk', kind: 'number', cell: ({ chunks, cut }) => !cut && chunks.join(' + ') },
    {
      title: 'Text',
      kind: 'wide',
      cell: (row) => (row.cut ? <Cut {...row} /> : <Line text={text} row={row} language={language} />),
    },
  ]
}

function Cut({ chunks, cut }: DocumentRow) {
  const name = `Chunk ${chunks.join()} · lines ${cut?.startLine}–${cut?.endLine}`
  return (
    <span class="cut">
      <Text of={[name, ...(cut?.heading ?? [])].join(' › ')} />
    </span>
  )
}

/** What a row shows at most, in UTF-16 units. */
const mostShown = 2000

function Line({
  text,
  row,
  language,
}: {
  readonly text: string
  readonly row: DocumentRow
  readonly language: Language
}) {
  const rest = row.end - row.start - mostShown
  const shown = text.slice(row.start, Math.min(row.end, row.start + mostShown))
  return (
    <span dir="auto" class={row.chunks.length > 1 ? 'source overlap' : 'source'}>
      <MarkedText text={printable(shown, { keepLines: true })} language={language} />
      {rest > 0 && <em> … {rest} more characters are cut off</em>}
    </span>
  )
}
