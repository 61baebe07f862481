import type { Difference } from '../../summary/row.js'
import { html, type Markup } from '../markup.js'

/** Whether a figure is significantly better or worse than the baseline's, as a sign and as a word; nothing where it is neither. */
export function renderVerdict(difference: Difference | undefined): Markup | null {
  if (!difference || difference.verdict === 'same') return null
  const { verdict, mean, adjustedP } = difference
  const sign = verdict === 'better' ? '▲' : '▼'
  const figures = `${mean > 0 ? '+' : ''}${mean.toFixed(3)}, p = ${adjustedP.toFixed(3)}`
  return html`<span class="verdict ${verdict}" title="${figures}"
    ><span aria-hidden="true">${sign}</span> <span class="verdict-word">${verdict}</span></span
  >`
}

/** What the verdicts mean. */
export const verdictNote =
  '▲ better and ▼ worse than the baseline of the same run, at 0.05 by a paired randomisation test with Holm’s correction.'
