import { printable } from '@recallite/command-line'
import { countOf, figure } from '../render/figures.js'
import { shorten } from '../render/fit-text.js'
import type { ComparedQuery, DocumentChange } from './comparison.js'
import { renderDocument } from './render-document.js'

/** Documents of one query that are shown to people; JSON has all. */
const mostRelevant = 3
const mostOthers = 2

function hasMoved({ first, second }: DocumentChange): boolean {
  return first.rank !== second.rank
}

/** Relevant ones that moved, or the best where none did, then some that changed places with them. */
function shownDocuments(documents: readonly DocumentChange[]): DocumentChange[] {
  const relevant = documents.filter(({ role }) => role === 'relevant')
  const moved = relevant.filter(hasMoved)
  const answering = moved.length > 0 ? moved.slice(0, mostRelevant) : relevant.slice(0, 1)
  return [...answering, ...documents.filter(({ role }) => role !== 'relevant').slice(0, mostOthers)]
}

/** A query in lines of a width: its figures, what it asks, and why they changed. */
export function renderQuery(query: ComparedQuery, width: number): string[] {
  const { id, kind, text, first, second, documents } = query
  const shown = shownDocuments(documents)
  const left = documents.length - shown.length
  const name = kind === '' ? id : `${id} (${kind})`
  const asked = printable(`${figure(first)} → ${figure(second)}  ${name}: ${text}`)
  return [
    shorten(asked, width),
    ...shown.flatMap((document) => renderDocument(document, width)),
    ...(left > 0 ? [`  ${countOf(left, ['more document', 'more documents'])} with --json`] : []),
  ]
}
