import type { PageText } from './html-text.js'

/**
 * Applies visible elements to the text of a page. Open elements are counted, not stacked: pages close elements that were
 * never opened and nest a hundred thousand deep.
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

/*
 * Elements by what they do to the text, after the HTML Living Standard's rendering section.
 */

/** Elements whose text is not visible. */
export const hiddenElements: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
])

/** Elements that keep their white space. */
const preformattedElements: ReadonlySet<string> = new Set(['listing', 'plaintext', 'pre', 'textarea', 'xmp'])

/** Lists whose items have markers. */
const listElements: ReadonlySet<string> = new Set(['dir', 'menu', 'ol', 'ul'])

/** Elements whose attribute `alt` is visible text. */
export const picturedElements: ReadonlySet<string> = new Set(['area', 'img'])

/** Elements whose content is not HTML: a `<title/>` in them is closed, and is not the title of the page. */
const foreignElements: ReadonlySet<string> = new Set(['math', 'svg'])

/** Elements that continue the text around them; all others separate words. */
const inlineElements: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q rp ruby s samp
   slot small span strike strong sub sup time tt u var wbr`
    .trim()
    .split(/\s+/u),
)

/** In UTF-16 units. */
const longestTitle = 200

/** In UTF-16 units, before white space is collapsed. */
const longestSource = 1000

/** The first text of a kind on a page. */
export interface PageTitle {
  /** Begins a text, unless there is one already. */
  open(): void
  close(): void
  readonly isOpen: boolean
  /** Adds to the text that is open, if one is. */
  add(text: string): void
  /** Null where there was none but white space. */
  readonly text: string | null
}

export function createSeenElements(page: PageText): SeenElements {
  const depths: Depths = { list: 0, foreign: 0, preformatted: 0 }
  const table = createTableParts(page)

  function pass(name: string, by: 1 | -1): void {
    if (!inlineElements.has(name)) page.part(' ')
    countDepths(depths, name, by)
    const isPreformatted = depths.preformatted > 0
    const opened = by === 1 ? { level: Number(name[1]) } : undefined
    page.context = { heading: headingName.test(name) ? opened : page.context.heading, isPreformatted }
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

export function createTitle(): PageTitle {
  let isOpen = false
  let source = ''
  let title: string | null = null
  const words = () => source.replace(/\s+/gu, ' ').trim()

  return {
    open() {
      isOpen = true
      source = ''
    },
    close() {
      if (isOpen && title === null && words() !== '') title = cut(words())
      isOpen = false
    },
    get isOpen() {
      return isOpen
    },
    add(text) {
      if (isOpen && title === null && source.length < longestSource) source += text.slice(0, longestSource)
    },
    get text() {
      return title ?? (isOpen && words() !== '' ? cut(words()) : null)
    },
  }
}

/** Separates the cells and rows that share a line. */
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

function countDepths(depths: Depths, name: string, by: 1 | -1): void {
  const count = (kind: keyof Depths) => (depths[kind] = Math.max(0, depths[kind] + by))
  if (listElements.has(name)) count('list')
  if (foreignElements.has(name)) count('foreign')
  if (preformattedElements.has(name)) count('preformatted')
}

function cut(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle).toWellFormed()}…` : text
}
