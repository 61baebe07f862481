import { foreignElements, inlineElements, listElements, preformattedElements } from './element-tables.js'
import type { PageText } from './page-text.js'

/**
 * What elements that people see do to a page's text. Open elements are counted, not stacked: pages close what was never
 * opened and nest a hundred thousand deep, and no text may be lost or time spent on that.
 */
export interface SeenElements {
  open(name: string): void
  close(name: string): void
  /** Whether markup is not HTML now, but SVG or MathML. */
  readonly isForeign: boolean
}

const headingName = /^h[1-6]$/u

interface Depths {
  list: number
  foreign: number
  preformatted: number
}

function countDepths(depths: Depths, name: string, by: 1 | -1): void {
  const count = (kind: keyof Depths) => (depths[kind] = Math.max(0, depths[kind] + by))
  if (listElements.has(name)) count('list')
  if (foreignElements.has(name)) count('foreign')
  if (preformattedElements.has(name)) count('preformatted')
}

/** Parts the cells and rows that share a line. */
function createTableParts(page: PageText) {
  let isRowStarted = false
  return {
    open(name: string): void {
      const isCell = name === 'td' || name === 'th'
      if (name === 'tr') page.part(' || ')
      if (isCell && isRowStarted) page.part(' | ')
      isRowStarted = isCell || (isRowStarted && name !== 'tr')
    },
  }
}

/** Reads elements into a page's text. */
export function createSeenElements(page: PageText): SeenElements {
  const depths: Depths = { list: 0, foreign: 0, preformatted: 0 }
  const table = createTableParts(page)

  function pass(name: string, by: 1 | -1): void {
    if (!inlineElements.has(name)) page.part(' ')
    countDepths(depths, name, by)
    const isPreformatted = depths.preformatted > 0
    const opened = by === 1 ? { level: Number(name[1]) } : undefined
    page.place = { heading: headingName.test(name) ? opened : page.place.heading, isPreformatted }
    if (name === 'li') page.beginItem(by === 1 ? Math.max(1, depths.list) : undefined)
  }

  return {
    open(name) {
      pass(name, 1)
      table.open(name)
    },
    close: (name) => pass(name, -1),
    get isForeign() {
      return depths.foreign > 0
    },
  }
}
