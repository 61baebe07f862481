import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { address, goTo, linkTo, type Parameters, previous } from '../address.js'
import type { FoundAnswer, FoundResult } from '../api.js'
import { count, disputeOf, ErrorMessage, originOf, Paragraphs, ResultItem, visible } from '../elements.js'
import { changes } from '../notice.js'
import { prefetch, searchBody, send, useRequest } from '../request.js'
import { Chips, SearchForm } from './search-form.js'
import { StartPage } from './start-page.js'

/** A box, and below it the results of the query in the URL, or the start page. */
export function SearchView() {
  const { parameters } = address.value
  const { q: query = '' } = parameters
  return (
    <>
      <h1 class="hidden">Search</h1>
      <SearchForm />
      {query.trim() === '' ? <StartPage /> : <Results parameters={parameters} />}
    </>
  )
}

const step = 20

function Results({ parameters }: { readonly parameters: Parameters }) {
  const { q: query, limit = String(step) } = parameters
  const { answer, error, isAsking } = useRequest(`${changes.value} ${JSON.stringify(parameters)}`, (end) =>
    send<FoundAnswer>('search', searchBody({ ...parameters, limit }), end),
  )
  // After going back from a result, the focus is on it again.
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-result]')]
    if (answer) links.find(({ hash }) => hash === previous)?.focus()
    if (answer?.results[0]) prefetchNote(answer.results[0])
  }, [answer])
  const results = answer?.results.map((result) => <Result key={result.id} {...result} query={query} />)
  const { limit: _, threshold: __, ...others } = parameters
  return (
    <>
      <Chips tags={answer?.results.flatMap(({ tags }) => tags) ?? []} />
      <ErrorMessage of={error} />
      {error === undefined && (
        <Outcome answer={answer} isAsking={isAsking}>
          {answer && <a href={linkTo('explain', others)}>Explain this ranking</a>}
        </Outcome>
      )}
      <ol class="results">{results}</ol>
      <div class="fields">
        {answer && <More answer={answer} limit={Number(limit)} parameters={parameters} />}
      </div>
    </>
  )
}

interface OutcomeProps {
  readonly answer: FoundAnswer | undefined
  readonly isAsking: boolean
  readonly children?: ComponentChildren
}

/** How many results there are, and what the reader should know about them. */
export const Outcome = ({ answer, isAsking, children }: OutcomeProps) => (
  <>
    <p role="status" aria-busy={isAsking}>
      {answer ? describe(answer) : 'Searching…'} {children}
    </p>
    <Paragraphs of={notesOf(answer)} kind="muted" />
  </>
)

function describe({ results: { length }, abstained, timings }: FoundAnswer): string {
  const took = `${Math.round(timings.total)} ms`
  if (abstained) return `Nothing in this memory is likely to answer this (${took}).`
  return `${length === 0 ? 'No results' : count(length, 'result')} (${took}).`
}

function notesOf({ corrections, unmatched, degraded, stale }: Partial<FoundAnswer> = {}): string[] {
  return [
    ...(corrections ?? []).map(({ typed, corrected }) => `${typed} was read as ${corrected.join(' or ')}.`),
    ...(unmatched ? [`No text has ${unmatched}; these results match its words.`] : []),
    ...(degraded ?? []).map(({ retriever, reason }) => `${retriever}: ${reason}`),
    ...(stale ? ['Some files have changed since they were indexed.'] : []),
  ]
}

interface MoreProps {
  readonly answer: FoundAnswer
  readonly limit: number
  readonly parameters: Parameters
}

/** Offers the results that are withheld, and further ones. */
function More({ answer: { results, heldBack }, limit, parameters }: MoreProps) {
  const show = (more: Parameters) => goTo('search', { ...parameters, ...more }, { replaces: true })
  return (
    <>
      {heldBack > 0 && parameters['threshold'] === undefined && (
        <button onClick={() => show({ threshold: '0' })}>Show {heldBack} less likely results</button>
      )}
      {results.length >= limit && limit < 100 && (
        <button onClick={() => show({ limit: String(limit + step) })}>More results</button>
      )}
    </>
  )
}

/** Requests the note of a result that is likely to be opened. */
function prefetchNote({ record, root, path, startLine }: FoundResult): void {
  if (!record) prefetch('document', { root, path, line: String(startLine) })
}

function Result({ query = '', ...result }: FoundResult & { readonly query: string | undefined }) {
  const { root, path, startLine, endLine, title, heading, snippet, date, record } = result
  const line = { line: String(startLine), end: String(endLine) }
  const section = heading.at(-1)
  const about = record
    ? {
        kind: 'Record',
        link: linkTo('records', { id: record.id }),
        facts: [date, record.collection, originOf(record), disputeOf(result.contradictedBy, result.replaces)],
      }
    : {
        kind: 'Note',
        link: linkTo('notes', { root, path, ...line, q: query }),
        facts: [date, `${root}:${path}`, section === title ? null : section],
      }
  const text = snippet.map((part, index) =>
    index % 2 === 0 ? visible(part) : <mark key={index}>{visible(part)}</mark>,
  )
  return (
    <ResultItem {...about} title={title ?? text} onPress={() => prefetchNote(result)}>
      {title && <p dir="auto">{text}</p>}
    </ResultItem>
  )
}
