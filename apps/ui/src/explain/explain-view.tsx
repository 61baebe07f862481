import { confidenceWord, percentOf, type RankedCandidate } from '@recallite/core/ranking'
import { strategyNames } from '@recallite/fusion'
import { useEffect, useRef, useState } from 'preact/hooks'
import { address, linkTo } from '../address.js'
import type { ExplainAnswer } from '../api.js'
import {
  Command,
  Entry,
  ErrorMessage,
  Facts,
  factsOf,
  FigureTable,
  Link,
  Paragraphs,
  visible,
} from '../elements.js'
import { choices, type Field, Filters } from '../fields.js'
import { highlight } from '../notes/markdown.js'
import { searchBody, send, useRequest } from '../request.js'
import { type Column, RowTable } from '../row-table.js'
import { Chips, SearchForm } from '../search/search-form.js'
import { Outcome } from '../search/search-view.js'

/** How the candidates of a query are ranked, with the settings in the URL. */
export function ExplainView() {
  const { parameters } = address.value
  const { q: query = '' } = parameters
  const { answer, error, isAsking } = useRequest(JSON.stringify(parameters), async (end) =>
    query === '' ? undefined : send<ExplainAnswer>('explain', searchBody(parameters), end),
  )
  return (
    <>
      <h1>Explain a ranking</h1>
      <SearchForm />
      <Chips tags={[]} />
      <Settings used={answer?.used} />
      <ErrorMessage of={error} />
      {answer && <Outcome answer={answer} isAsking={isAsking} />}
      {answer && <Explanation key={answer.query} {...answer} />}
    </>
  )
}

const numbers = [
  { name: 'vectorWeight', label: 'Vector weight', step: 0.05 },
  { name: 'textWeight', label: 'Keyword weight', step: 0.05 },
  { name: 'rrfK', label: 'RRF k', step: 1 },
  { name: 'threshold', label: 'Threshold', step: 0.01 },
  { name: 'limit', label: 'Limit', step: 1 },
  { name: 'perDocument', label: 'Per document', step: 1 },
] as const

/** Settings of the search, which show the values in use, and the flags that have the same effect. */
function Settings({ used = {} }: { readonly used: ExplainAnswer['used'] | undefined }) {
  const { parameters } = address.value
  const fields: Field[] = [
    { name: 'fusion', label: 'Strategy', texts: choices(strategyNames(), String(used.fusion ?? 'default')) },
    ...numbers.map((field) => ({ ...field, placeholder: String({ rrfK: '', ...used }[field.name] ?? '') })),
  ]
  const flags = ['fusion', ...numbers.map(({ name }) => name)].flatMap((name) =>
    parameters[name] ? [`--${name.replaceAll(/[A-Z]/gu, '-$&').toLowerCase()} ${parameters[name]}`] : [],
  )
  return (
    <>
      <Filters on="onChange" fields={fields} />
      {flags.length > 0 && <Command text={flags.join(' ')} title="Copy as flags" />}
    </>
  )
}

function Explanation(answer: ExplainAnswer) {
  const { ranking, understood, query } = answer
  const [selected, select] = useState('')
  const names = ranking.flatMap(({ fused }) => fused.contributions.map(({ source }) => source))
  const current = ranking.find(({ id }) => id === selected) ?? ranking[0]
  return (
    <>
      <Paragraphs of={[`Understood: ${understood}`]} kind="muted" />
      <div class="found">
        <RowTable
          label="Candidates"
          rows={ranking}
          columns={columnsOf([...new Set(names)], ranking)}
          rowHeight={52}
          keyOf={({ id }) => id}
          onOpen={({ id }) => select(id)}
        />
        {current && <Details of={current} query={query} />}
      </div>
    </>
  )
}

function columnsOf(
  retrievers: readonly string[],
  ranking: readonly RankedCandidate[],
): Column<RankedCandidate>[] {
  const ranks = retrievers.map((name): Column<RankedCandidate> => ({
    title: name,
    kind: 'number',
    cell: ({ fused }) => fused.contributions.find(({ source }) => source === name)?.rank ?? '–',
  }))
  const entry = (of: RankedCandidate) => {
    const { title, locator } = namesOf(of)
    return <Entry title={title} facts={[of.omission && describeOmission(of, ranking), locator]} />
  }
  return [
    { title: '#', kind: 'number', cell: (of) => (of.omission ? '–' : ranking.indexOf(of) + 1) },
    { title: 'Candidate', kind: 'wide', cell: entry },
    ...ranks,
    { title: 'confidence', kind: 'number', cell: ({ confidence }) => percentOf(confidence) },
  ]
}

/** The innermost heading or the file name of a note, or the text of a record; its locator; and the link that opens it. */
function namesOf({ kind, item }: RankedCandidate, query = '') {
  if (!item) return { title: 'damaged', locator: '', link: '' }
  const { root, path, startLine, endLine } = item.locator
  if (kind === 'record')
    return { title: item.text, locator: `record:${root}/${path}`, link: linkTo('records', { id: path }) }
  const title = item.attributes.heading.at(-1) ?? path.slice(path.lastIndexOf('/') + 1)
  const link = linkTo('notes', { root, path, line: String(startLine), q: query })
  return { title, locator: `${root}:${path}:${startLine}-${endLine}`, link }
}

function describeOmission({ omission }: RankedCandidate, all: readonly RankedCandidate[]): string {
  if (omission?.kind !== 'merged') return reasons[omission?.kind ?? 'limit']
  const better = all.find(({ id }) => id === omission.into)
  return `duplicate of ${better ? namesOf(better).locator : 'a better result'}`
}

const reasons = {
  held: 'its document has enough better chunks',
  limit: 'beyond the limit',
  threshold: 'held back: its score is below the threshold, or much lower than the best',
  abstained: 'no result of its kind reaches the threshold',
  damaged: 'its text is damaged: recallite doctor --repair',
  gone: 'its record was forgotten or superseded, or has expired',
} as const

function Details({ of, query }: { readonly of: RankedCandidate; readonly query: string }) {
  const { title, locator, link } = namesOf(of, query)
  const text = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (text.current) void highlight(text.current, query)
  }, [of, query])
  return (
    <section class="details" aria-label="Details">
      <h2 dir="auto">{visible(title)}</h2>
      <Link to={link} text={locator} />
      <pre ref={text} class="text" dir="auto">
        {visible(of.item?.text ?? '')}
      </pre>
      <Contributions {...of.fused} />
      <Facts of={inputsOf(of)} />
    </section>
  )
}

/** The confidence, and other scores that decide the position of a candidate. */
function inputsOf({
  confidenceInputs: { cosine, coverage },
  rerank,
  adjustment,
  order,
  ...of
}: RankedCandidate) {
  return [
    ['Confidence', factsOf([percentOf(of.confidence), confidenceWord(of)])],
    ['Cosine', cosine?.toFixed(3) ?? 'no vector'],
    ['Query coverage', percentOf(coverage)],
    ['Reranker', rerank && `${rerank.score.toFixed(3)}, from rank ${rerank.rankBefore}`],
    ['Time and recency', adjustment && `from rank ${adjustment.from} to ${adjustment.to}`],
    ['Score among records', order?.score.toFixed(4)],
  ] as const
}

function Contributions({ score, contributions }: RankedCandidate['fused']) {
  const lines = contributions.map(({ source, rank, raw, normalized, weight, value }) => {
    return [source, rank ?? '–', ...[raw, normalized, weight, value].map(figure)]
  })
  return (
    <FigureTable
      title="Contributions to the fused score"
      head={['retriever', 'rank', 'score', 'normalised', 'weight', 'product']}
      lines={[...lines, ['sum', '', '', '', '', figure(score)]]}
    />
  )
}

/** A rounded figure, with the exact value in the DOM. */
const figure = (value: number | null) => <data value={value ?? ''}>{value?.toFixed(4) ?? '–'}</data>
