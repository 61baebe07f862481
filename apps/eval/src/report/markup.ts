import { printable } from '@recallite/command-line'
import { formatCount, probability, signed, verdictMarks, verdictNote } from '../render/figures.js'
import type { Interval } from '../statistics/bootstrap-means.js'
import type { Difference } from '../summary/row.js'

/** HTML that is safe to put into a page; `html` alone makes it. */
export interface Markup {
  readonly markup: string
}

/** What a template may hold: text is escaped, markup is taken as it is, null leaves nothing. */
export type Fragment = string | number | Markup | readonly Markup[] | null

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What the verdicts of a page mean. */
export const reportVerdictNote = verdictNote('the baseline of the same run')

/** A text as HTML that shows it, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A template of HTML; attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Markup {
  const pieces = parts.map((part, index) => `${part}${toHtml(fragments[index] ?? null)}`)
  return { markup: pieces.join('') }
}

/**
 * A text from a corpus as a page may show it: what would steer the page instead of being read (controls, turns of the
 * direction of writing) stands as `\u{…}`, halves of characters as U+FFFD.
 */
export function visibleText(text: string): string {
  return printable(text.toWellFormed(), { keepLines: true })
}

/** Where a mean lies, with two decimals as no more are certain. */
export function formatInterval(interval: Interval | null | undefined): string {
  return interval ? `${interval[0].toFixed(2)}–${interval[1].toFixed(2)}` : ''
}

/** Milliseconds, with a decimal where there are few. */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 100 ? milliseconds.toFixed(1) : formatCount(Math.round(milliseconds))
}

/** A time given by ISO 8601, in words, in UTC; what is no time stays as it is. */
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

/** Something wide in a box that scrolls by itself, also with the keyboard, so that the page need not. */
export function scrollBox(label: string, content: Markup): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">${content}</div>`
}

/** Whether a figure is significantly better or worse than the baseline's, as a sign and as a word; nothing where it is neither. */
export function renderVerdict(difference: Difference | undefined): Markup | null {
  if (!difference || difference.verdict === 'same') return null
  const { verdict, mean, adjustedP } = difference
  const figures = `${signed(mean)}, ${probability(adjustedP)}`
  return html`<span class="verdict ${verdict}" title="${figures}"
    ><span aria-hidden="true">${verdictMarks[verdict]}</span>
    <span class="verdict-word">${verdict}</span></span
  >`
}

function toHtml(fragment: Fragment): string {
  if (fragment === null) return ''
  if (typeof fragment === 'string') return escapeHtml(fragment)
  if (typeof fragment === 'number') return String(fragment)
  if ('markup' in fragment) return fragment.markup
  return fragment.map(({ markup }) => markup).join('')
}
