import type { Contribution, Details, Listed } from './decode-answer.js'
import { element, type Child } from './dom.js'

const missing = '–'

function figure(value: number | null): string {
  if (value === null) return missing
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3)
}

/** A word that only those who hear the page need. */
function unseen(word: string): HTMLElement {
  return element('span', { className: 'unseen' }, [word])
}

function contributionRow({ source, rank, raw, value }: Contribution): HTMLElement {
  return element('tr', {}, [
    element('th', { attributes: { scope: 'row' } }, [source]),
    element('td', {}, [unseen('rank '), rank === null ? missing : `#${rank}`]),
    element('td', {}, [unseen('score '), figure(raw)]),
    element('td', {}, [unseen('adds '), `${value < 0 ? '' : '+'}${figure(value)}`]),
  ])
}

function scoreLine({ score, evidence }: Details): HTMLElement {
  const own = score === null ? [] : ['score ', element('b', {}, [figure(score)]), ' ']
  return element('p', { className: 'scores' }, [...own, 'evidence ', element('b', {}, [figure(evidence)])])
}

function detailViews(details: Details): Child[] {
  const { heading, snippet, contributions } = details
  return [
    heading === '' ? null : element('p', { className: 'breadcrumb' }, [heading]),
    element('p', { className: 'snippet' }, [snippet]),
    scoreLine(details),
    element('table', { className: 'contributions' }, [
      element('tbody', {}, contributions.map(contributionRow)),
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

/** A document at its place in a list, with everything that is known of why it is there. */
export function hitView({ place, document, grade, details }: Listed): HTMLElement {
  return element('li', { className: grade > 0 ? 'hit relevant' : 'hit' }, [
    element('span', { className: 'place' }, [String(place)]),
    element('p', { className: 'hit-line' }, [
      element('bdi', { className: 'path' }, [document]),
      details && element('span', { className: 'lines' }, [lineRange(details)]),
      grade > 0 ? relevanceMark(grade) : null,
    ]),
    ...(details ? detailViews(details) : []),
  ])
}
