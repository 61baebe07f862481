import { printable } from '@recallite/command-line'
import { probability, signed, verdictMarks, verdictNote } from '../render/figures.js'
import type { Interval } from '../statistics/bootstrap-means.js'
import type { Difference } from '../summary/row.js'

/** HTML that is safe to put into a page; only `markup` makes it. */
export interface Markup {
  readonly html: string
}

/** What a template may hold: text is escaped, markup stays as it is, null adds nothing. */
type Fragment = string | number | Markup | readonly Markup[] | null

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The meaning of the verdicts on a page. */
export const reportVerdictNote = verdictNote('the baseline of the same run')

/** The tag of HTML templates; attributes must be quoted. */
export function markup(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Markup {
  return { html: parts.map((part, index) => `${part}${toHtml(fragments[index] ?? null)}`).join('') }
}

function toHtml(fragment: Fragment): string {
  if (fragment === null) return ''
  if (typeof fragment === 'string') return escapeHtml(fragment)
  if (typeof fragment === 'number') return String(fragment)
  return 'html' in fragment ? fragment.html : fragment.map(({ html }) => html).join('')
}

/** A text as HTML that shows it, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A text as a page may show it: without control characters, changes of direction and halves of characters. */
export function visibleText(text: string): string {
  return printable(text.toWellFormed(), { keepLines: true })
}

/** A table in a box that scrolls by itself, also with the keyboard; `label` describes it to screen readers. */
export function renderTable(
  label: string,
  { className, head, rows }: { className: string; head: readonly string[]; rows: readonly Markup[] },
): Markup {
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table class="${className}">
    <thead><tr>${head.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}

/** A table of plain texts; each row begins with its name. */
export function renderFigures(
  label: string,
  head: readonly string[],
  lines: readonly (readonly string[])[],
): Markup {
  const rows = lines.map(
    ([name = '', ...cells]) =>
      markup`<tr><th scope="row">${name}</th> ${cells.map((cell) => markup`<td>${cell}</td> `)}</tr> `,
  )
  return renderTable(label, { className: 'figures', head, rows })
}

/** Terms with what there is to say of each. */
export function renderFacts(facts: readonly (readonly [term: string, fact: string])[]): Markup {
  const entries = facts.map(([term, fact]) => markup`<div><dt>${term}</dt> <dd>${fact}</dd></div> `)
  return markup`<dl class="facts">${entries}</dl>`
}

/** Whether a figure is significantly better or worse than the baseline's; null if it is neither. */
export function renderVerdict(difference: Difference | undefined): Markup | null {
  if (!difference || difference.verdict === 'same') return null
  const { verdict, mean, adjustedP } = difference
  const title = `${signed(mean)}, ${probability(adjustedP)}`
  return markup`<span class="verdict ${verdict}" title="${title}"
    ><span aria-hidden="true">${verdictMarks[verdict]}</span> <span class="verdict-word">${verdict}</span></span>`
}

/** An interval with two decimals, as more would suggest a certainty that is not there. */
export function formatInterval(interval: Interval | null | undefined): string {
  return interval ? `${interval[0].toFixed(2)}–${interval[1].toFixed(2)}` : ''
}

/** A time in ISO 8601 as words, in UTC; anything else stays as it is. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : `${dates.format(time)} UTC`
}

/** Words as a list in a sentence. */
export function joinWords(words: readonly string[]): string {
  return lists.format(words)
}

/** A share from 0 to 1 as a length in an SVG. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}
