import { missing, signed, wholePercent } from '../../render/figures.js'
import { type Child, element } from './dom.js'
import type { Contribution, Details, Listed } from './retriever-list.js'

/** Scores of retrievers and fusions may have any size. */
function formatScore(value: number | null): string {
  if (value === null) return missing
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3)
}

/** A word that only those who hear the page need. */
function unseen(word: string): HTMLElement {
  return element('span', { className: 'unseen' }, [word])
}

function coverageRow(coverage: number): HTMLElement {
  const text = `matches ${wholePercent(coverage)} of the question`
  return element('tr', {}, [element('td', { className: 'coverage', attributes: { colspan: '4' } }, [text])])
}

function contributionRows({ source, rank, raw, value, coverage }: Contribution): HTMLElement[] {
  const row = element('tr', {}, [
    element('th', { attributes: { scope: 'row' } }, [source]),
    element('td', {}, [unseen('rank '), rank === null ? missing : `#${rank}`]),
    element('td', {}, [unseen('score '), formatScore(raw)]),
    element('td', {}, [unseen('adds '), signed(value)]),
  ])
  return coverage === null ? [row] : [row, coverageRow(coverage)]
}

function scoreLine({ score, evidence }: Details): HTMLElement {
  const own = score === null ? [] : ['score ', element('b', {}, [formatScore(score)]), ' ']
  return element('p', { className: 'scores' }, [
    ...own,
    'evidence ',
    element('b', {}, [formatScore(evidence)]),
  ])
}

function detailViews(details: Details): Child[] {
  const { heading, snippet, contributions } = details
  return [
    heading === '' ? null : element('p', { className: 'breadcrumb' }, [heading]),
    element('p', { className: 'snippet' }, [snippet]),
    scoreLine(details),
    element('table', { className: 'contributions' }, [
      element('tbody', {}, contributions.flatMap(contributionRows)),
    ]),
  ]
}

function lineRange({ startLine, endLine }: Details): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`
}

/** Says that a document is relevant, and how much so where that is not always the same. */
export function relevanceMark(grade: number): HTMLElement {
  return element('span', { className: 'relevance' }, [`★ relevant${grade === 1 ? '' : `, grade ${grade}`}`])
}

/** A document at its rank in a list, with everything that is known of why it is there. */
export function hitView({ rank, document, grade, details }: Listed): HTMLElement {
  return element('li', { className: grade > 0 ? 'hit relevant' : 'hit' }, [
    element('span', { className: 'hit-rank' }, [String(rank)]),
    element('p', { className: 'hit-line' }, [
      element('bdi', { className: 'path' }, [document]),
      details && element('span', { className: 'lines' }, [lineRange(details)]),
      grade > 0 ? relevanceMark(grade) : null,
    ]),
    ...(details ? detailViews(details) : []),
  ])
}
