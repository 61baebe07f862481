import { probability, signed } from '../../render/signed.js'
import { verdictMarks, verdictNote } from '../../render/verdict-marks.js'
import type { Difference } from '../../summary/row.js'
import { html, type Markup } from '../markup.js'

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

/** What the verdicts of a page mean. */
export const reportVerdictNote = verdictNote('the baseline of the same run')
