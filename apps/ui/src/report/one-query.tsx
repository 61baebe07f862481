import { useEffect, useRef } from 'preact/hooks'
import type { Report, ReportQuery, ReportRun } from '../api.js'
import { FigureTable } from './figure-table.js'

/** Which query is shown. */
export type OpenQuery = Pick<ReportQuery, 'suite' | 'id'>

interface OneQueryProps {
  readonly runs: Report['runs']
  readonly opened: OpenQuery
  readonly onClose: () => void
}

/** The query of a run; undefined if it has none of that id. */
export function findQuery(run: ReportRun | undefined, { suite, id }: OpenQuery): ReportQuery | undefined {
  return run?.queries.find((query) => query.id === id && query.suite === suite)
}

/** A query with what should be found, and the first results of each strategy of each run side by side. */
export function OneQuery({ runs, opened, onClose }: OneQueryProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const asked = runs.flatMap((run) => {
    const query = findQuery(run, opened)
    return query ? [{ run, query }] : []
  })
  const { text = '', kind = '', expected = [] } = asked[0]?.query ?? {}
  return (
    <dialog ref={dialog} class="one-query" aria-labelledby="asked" onClose={onClose}>
      <h2 id="asked" dir="auto">
        {text}
      </h2>
      <p dir="auto">{[opened.suite, kind, opened.id].filter((part) => part !== '').join(' · ')}</p>
      <p dir="auto">expected: {expected.join(', ') || 'nothing'}</p>
      {asked.map(({ run, query }) => (
        <FigureTable
          key={run.name}
          title={`First results${run.name && ` of ${run.name}`}`}
          head={['rank', ...run.strategies]}
          lines={resultLines(query)}
        />
      ))}
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}

function resultLines({ answers }: ReportQuery): string[][] {
  const longest = Math.max(...answers.map(({ results }) => results.length))
  const ranks = Array.from({ length: longest }, (_, index) => index)
  return ranks.map((index) => [String(index + 1), ...answers.map(({ results }) => results[index] ?? '')])
}
