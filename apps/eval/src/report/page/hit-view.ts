import { missing, signed, wholePercent } from '../../render/figures.js'
import { element, type Child } from './dom.js'
import type { Details, Listed } from './decode-answer.js'

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

/** The mark of a relevant document, with its grade unless that is 1. */
export function relevanceMark(grade: number): HTMLElement {
  return element('span', { className: 'relevance' }, [`★ relevant${grade === 1 ? '' : `, grade ${grade}`}`])
}

function lineRange({ startLine, endLine }: Details): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`
}

function detailViews({ heading, snippet, score, confidence, contributions }: Details): Child[] {
  const rows = contributions.flatMap(contributionRows)
  return [
    heading === '' ? null : element('p', { className: 'breadcrumb' }, [heading]),
    element('p', { className: 'snippet' }, [snippet]),
    element('p', { className: 'scores' }, [
      'score ',
      boldScore(score),
      ' confidence ',
      boldScore(confidence),
    ]),
    element('table', { className: 'contributions' }, [element('tbody', {}, rows)]),
  ]
}

function contributionRows(contribution: Details['contributions'][number]): HTMLElement[] {
  const { source, rank, raw, value, coverage } = contribution
  const row = element('tr', {}, [
    element('th', { attributes: { scope: 'row' } }, [source]),
    element('td', {}, [unseen('rank '), rank === null ? missing : `#${rank}`]),
    element('td', {}, [unseen('score '), formatScore(raw)]),
    element('td', {}, [unseen('adds '), signed(value)]),
  ])
  if (coverage === null) return [row]
  const cell = element('td', { className: 'coverage', attributes: { colspan: '4' } }, [
    `matches ${wholePercent(coverage)} of the question`,
  ])
  return [row, element('tr', {}, [cell])]
}

function unseen(word: string): HTMLElement {
  return element('span', { className: 'unseen' }, [word])
}

function boldScore(value: number): HTMLElement {
  return element('b', {}, [formatScore(value)])
}

function formatScore(value: number | null): string {
  if (value === null) return missing
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3)
}
