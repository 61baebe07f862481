import type { Difference } from '../summary/row.js'

/** How a figure stands to the baseline's, in a character; a space where the difference may be chance. */
export const verdictMarks: Readonly<Record<Difference['verdict'], string>> = {
  better: '▲',
  worse: '▼',
  same: ' ',
}

/** What the marks mean; `baseline` is what the others are compared with, in words. */
export function verdictNote(baseline: string): string {
  const { better, worse } = verdictMarks
  return `${better} better, ${worse} worse than ${baseline}: paired randomisation test, Holm-corrected, p < 0.05.`
}
