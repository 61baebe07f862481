import { printable } from '@recallite/command-line'
import { renderTable } from '../render/table.js'

/** One thing that another program has, and what became of it. */
export interface ImportedItem {
  /** `taken`; `known`: it was here already; `left`: it is not taken, and `why` says why not. */
  readonly state: 'taken' | 'known' | 'left'
  readonly what: string
  /** The agent whose memory or settings it belongs to, where there may be several. */
  readonly agent?: string | undefined
  readonly why?: string | undefined
}

const stateNames = {
  false: { taken: 'taken', known: 'known already', left: 'not taken' },
  true: { taken: 'would be taken', known: 'known already', left: 'not taken' },
} as const

const order: readonly ImportedItem['state'][] = ['taken', 'known', 'left']

/** What was taken and what was not, a line for each, for people. */
export function renderItems(items: readonly ImportedItem[], isDryRun: boolean): string {
  const names = stateNames[`${isDryRun}`]
  const sorted = order.flatMap((state) => items.filter((item) => item.state === state))
  const rows = sorted.map(({ state, what, agent, why }) => {
    const owner = agent === undefined ? '' : ` (agent ${agent})`
    return [names[state], printable(`${what}${owner}${why === undefined ? '' : `: ${why}`}`)]
  })
  return renderTable(rows, { indent: '  ' })
}
