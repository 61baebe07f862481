import type { KeptContribution } from '../run/run.js'
import { printable } from '@recallite/command-line'
import { countOf, figure, wholePercent } from '../render/figures.js'
import { padEndTo, shorten, widestOf, widthOf, wrap } from '../render/text-tables.js'
import type { ComparedQuery } from './compare-query.js'
import type { Absence, DocumentChange, Standing } from './standing.js'
import { brief, foundAs, partOf } from './wording.js'

interface Row {
  readonly label: string
  readonly first: string
  readonly second: string
}

/** The most documents of one query that are shown as text; JSON has all. */
const mostRelevant = 3
const mostOthers = 2
const indent = '    '
const gap = 2

const absences: Readonly<Record<Absence, string>> = {
  'beyond-depth': "below the run's depth",
  'below-threshold': 'below the threshold',
  'not-a-candidate': 'not a candidate',
  unknown: 'not in the ranking',
}

/** A query in lines of a width: its figures, what it asks, and why they changed. */
export function renderQuery(query: ComparedQuery, width: number): string[] {
  const { id, kind, text, first, second, documents, reason } = query
  const shown = shownDocuments(documents)
  const left = documents.length - shown.length
  const name = kind === '' ? id : `${id} (${kind})`
  const asked = printable(`${figure(first)} → ${figure(second)}  ${name}: ${text}`)
  return [
    shorten(asked, width),
    ...(documents.some((document) => document.reason === reason) ? [] : renderReason(reason, width)),
    ...shown.flatMap((document) => renderDocument(document, width)),
    ...(left > 0 ? [`  ${countOf(left, ['more document', 'more documents'])} with --json`] : []),
  ]
}

/** Relevant documents that moved, or the best if none did, then some that passed them or fell behind. */
function shownDocuments(documents: readonly DocumentChange[]): DocumentChange[] {
  const relevant = documents.filter(({ role }) => role === 'relevant')
  const moved = relevant.filter(({ first, second }) => first.rank !== second.rank)
  const answering = moved.length > 0 ? moved.slice(0, mostRelevant) : relevant.slice(0, 1)
  return [...answering, ...documents.filter(({ role }) => role !== 'relevant').slice(0, mostOthers)]
}

function renderDocument(change: DocumentChange, width: number): string[] {
  const { document, reason, first } = change
  const headline = reason === '' ? `${document} stays at ${first.rank}` : reason
  const rows = rowsOf(change).map(({ label, ...said }) => ({ label: printable(label), ...said }))
  return [...renderReason(headline, width), ...(sideBySide(rows, width) ?? oneBelowTheOther(rows))]
}

function renderReason(reason: string, width: number): string[] {
  if (reason === '') return []
  return wrap(printable(reason), width - 4).map((line, index) => `${index === 0 ? '  ' : indent}${line}`)
}

function rowsOf(change: DocumentChange): Row[] {
  const { first, second, role, grade } = change
  const label = role === 'relevant' ? `relevant, grade ${grade}` : 'not relevant'
  const parts = [first, second].flatMap(({ detail }) => detail?.contributions ?? [])
  const sources = [...new Set(parts.map(({ source }) => source))]
  const scores = { label: 'together', first: describeScore(first), second: describeScore(second) }
  return [
    { label, first: 'first', second: 'second' },
    { label: 'rank', first: describeStanding(first), second: describeStanding(second) },
    ...sources.flatMap((source) => sourceRows(source, change)),
    ...(first.detail || second.detail ? [scores] : []),
  ]
}

function describeStanding({ rank, absence, isShown, detail }: Standing): string {
  if (rank === null) return absences[absence ?? 'unknown']
  const lines = detail ? `, lines ${detail.startLine}–${detail.endLine}` : ''
  return `${rank}${lines}${isShown === false ? ', not shown' : ''}`
}

function describeScore({ detail }: Standing): string {
  return detail ? `${brief(detail.score)}, confidence ${brief(detail.confidence)}` : ''
}

function sourceRows(source: string, { first, second }: DocumentChange): Row[] {
  const rowFrom = (label: string, describe: (part: KeptContribution | undefined) => string): Row => {
    const said = ({ detail }: Standing) => (detail ? describe(partOf(detail, source)) : '')
    return { label, first: said(first), second: said(second) }
  }
  const found = rowFrom(source, describeContribution)
  const covered = rowFrom(`${source} matches`, (part) =>
    part?.coverage === undefined ? '' : `${wholePercent(part.coverage)} of the question`,
  )
  return covered.first === '' && covered.second === '' ? [found] : [found, covered]
}

function describeContribution(contribution: KeptContribution | undefined): string {
  const found = foundAs(contribution)
  if (!contribution || contribution.raw === null) return found
  return `${found}, score ${brief(contribution.raw)}, adds ${brief(contribution.value)}`
}

function sideBySide(rows: readonly Row[], width: number): string[] | undefined {
  const label = widestOf(rows.map((row) => row.label)) + gap
  const first = widestOf(rows.map((row) => row.first)) + gap
  const lines = rows.map(
    (row) => `${indent}${padEndTo(row.label, label)}${padEndTo(row.first, first)}${row.second}`,
  )
  return lines.every((line) => widthOf(line) <= width) ? lines.map((line) => line.trimEnd()) : undefined
}

function oneBelowTheOther([head, ...rows]: readonly Row[]): string[] {
  const named = rows.flatMap(({ label, first, second }) => [
    `${indent}${label}`,
    `${indent}  first   ${first}`.trimEnd(),
    `${indent}  second  ${second}`.trimEnd(),
  ])
  return head ? [`${indent}${head.label}`, ...named] : named
}
