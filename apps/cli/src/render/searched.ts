import { printable } from '@recallite/command-line'
import type { Searched } from '@recallite/core'

const shownAtMost = 5

/** What an answer was looked for in, as a line. */
export function renderSearched({ project, roots }: Searched): string {
  const whose = project === null ? 'your own memory' : `the memory of the project ${printable(project)}`
  const shown = roots.slice(0, shownAtMost).map((name) => printable(name))
  const rest = roots.length > shownAtMost ? ` and ${roots.length - shownAtMost} more` : ''
  return `Searched ${whose}${roots.length === 0 ? ', which has nothing yet' : `: ${shown.join(', ')}${rest}`}`
}
