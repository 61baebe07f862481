/*
 * Elements by what they do to the text, after the rendering section of the HTML Living Standard.
 */
import type { PageText } from './html-text.js'

const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements whose text is not visible. */
const hiddenElements = namesIn('iframe noembed noframes noscript script style template')

/** Elements that keep their white space. */
const preformattedElements = namesIn('listing plaintext pre textarea xmp')

/** Lists whose items have markers. */
const listElements = namesIn('dir menu ol ul')

/** Elements whose attribute `alt` is visible text. */
export const picturedElements = namesIn('area img')

/** Elements whose content is not HTML: a `<title/>` in them is closed, and is not the title of the page. */
const foreignElements = namesIn('math svg')

/** Elements that continue the text around them; all others separate words. */
const inlineElements = namesIn(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q rp ruby s samp slot small span strike strong sub sup time tt u var wbr',
)

const headingName = /^h[1-6]$/u

/** In UTF-16 units. */
const longestTitle = 200

/** In UTF-16 units, before white space is collapsed. */
const longestSource = 1000

/** Receives the tags and the text of a page, and writes what is visible into its text and its title. */
export function createPageElements(source: string, page: PageText) {
  const visible = createVisibleElements(page)
  const hidden = createHiddenElements()
  const title = createTitle()
  const heading = createTitle()

  function titleOf(name: string) {
    if (name === 'h1') return heading
    return name === 'title' && !visible.isForeign ? title : undefined
  }

  function add(text: string, write: () => void): void {
    if (hidden.isOpen) return
    title.add(text)
    if (title.isOpen) return
    heading.add(text)
    write()
  }

  return {
    open(name: string): void {
      if (hidden.open(name)) return
      const opened = titleOf(name)
      opened?.open()
      if (opened !== title) visible.open(name)
    },
    close(name: string): void {
      if (hidden.close(name)) return
      const closed = titleOf(name)
      closed?.close()
      if (closed !== title) visible.close(name)
    },
    /** Separates the next text from what is before it. */
    separate(): void {
      if (!hidden.isOpen) page.separate(' ')
    },
    /** Adds a part of the source that is text. */
    addSource(start: number, end: number): void {
      add(source.slice(start, end), () => page.addSource(start, end))
    },
    /** Adds the text of an entity that ends at an offset. */
    addText(text: string, offset: number): void {
      add(text, () => {
        page.moveTo(offset)
        page.addText(text)
      })
    },
    /** Whether the current markup is SVG or MathML. */
    get isForeign() {
      return visible.isForeign
    },
    /** The text of `title`, or else of the first `h1`; null if there is neither. */
    get title() {
      return title.text ?? heading.text
    },
  }
}

/** Open elements are counted, not stacked: pages close elements that were never opened and nest a hundred thousand deep. */
function createVisibleElements(page: PageText) {
  const depths = { list: 0, foreign: 0, preformatted: 0 }
  let isRowStarted = false

  function pass(name: string, by: 1 | -1): void {
    if (!inlineElements.has(name)) page.separate(' ')
    countDepths(depths, name, by)
    const isPreformatted = depths.preformatted > 0
    const opened = by === 1 ? { level: Number(name[1]) } : undefined
    page.context = { heading: headingName.test(name) ? opened : page.context.heading, isPreformatted }
    if (name === 'li') page.beginItem(by === 1 ? Math.max(1, depths.list) : undefined)
  }

  return {
    open(name: string): void {
      pass(name, 1)
      // Cells and rows may share a line.
      const isCell = name === 'td' || name === 'th'
      if (name === 'tr') page.separate(' || ')
      if (isCell && isRowStarted) page.separate(' | ')
      isRowStarted = isCell || (isRowStarted && name !== 'tr')
    },
    close: (name: string): void => pass(name, -1),
    get isForeign() {
      return depths.foreign > 0
    },
  }
}

function countDepths(depths: Record<'list' | 'foreign' | 'preformatted', number>, name: string, by: 1 | -1) {
  const count = (kind: keyof typeof depths) => (depths[kind] = Math.max(0, depths[kind] + by))
  if (listElements.has(name)) count('list')
  if (foreignElements.has(name)) count('foreign')
  if (preformattedElements.has(name)) count('preformatted')
}

function createHiddenElements() {
  let name: string | undefined
  let depth = 0
  return {
    /** Whether an element that opens is hidden or inside a hidden one. */
    open(opened: string): boolean {
      if (name === undefined && hiddenElements.has(opened)) name = opened
      if (name === opened) depth += 1
      return name !== undefined
    },
    /** Whether an element that closes was hidden or inside a hidden one. */
    close(closed: string): boolean {
      const wasHidden = name !== undefined
      if (name === closed) depth -= 1
      if (depth === 0) name = undefined
      return wasHidden
    },
    get isOpen() {
      return name !== undefined
    },
  }
}

/** Collects the first text of a kind on a page. */
function createTitle() {
  let isOpen = false
  let source = ''
  let title: string | null = null
  const words = () => source.replace(/\s+/gu, ' ').trim()

  return {
    open(): void {
      isOpen = true
      source = ''
    },
    close(): void {
      if (isOpen && title === null && words() !== '') title = shortened(words())
      isOpen = false
    },
    get isOpen() {
      return isOpen
    },
    add(text: string): void {
      if (isOpen && title === null && source.length < longestSource) source += text.slice(0, longestSource)
    },
    /** Null if there was only white space. */
    get text() {
      return title ?? (isOpen && words() !== '' ? shortened(words()) : null)
    },
  }
}

function shortened(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle).toWellFormed()}…` : text
}
