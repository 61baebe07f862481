/*
 * Elements by what they do to the text, after the rendering section of the HTML Living Standard.
 */
import type { PageText } from './html-text.js'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements whose text is not visible. */
const hiddenElements = setOf('iframe noembed noframes noscript script style template')

/** Elements whose attribute `alt` is visible text. */
export const picturedElements = setOf('area img')

/** Elements whose depth is counted. */
const countedElements = {
  /** Lists whose items have markers. */
  list: setOf('dir menu ol ul'),
  /** Their content is not HTML: a `<title/>` in them is closed, and is not the title of the page. */
  foreign: setOf('math svg'),
  /** They keep their white space. */
  preformatted: setOf('listing plaintext pre textarea xmp'),
} as const

/** Elements that continue the text around them; all others separate words. */
const inlineElements = setOf(
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

  function titleElement(name: string) {
    if (name === 'h1') return heading
    return name === 'title' && !visible.isForeign ? title : undefined
  }

  function addVisible(text: string, write: () => void): void {
    if (hidden.isOpen) return
    title.add(text)
    if (title.isOpen) return
    heading.add(text)
    write()
  }

  function pass(name: string, by: 1 | -1): void {
    if (hidden.pass(name, by)) return
    const element = titleElement(name)
    if (by === 1) element?.open()
    else element?.close()
    if (element !== title) visible.pass(name, by)
  }

  return {
    open: (name: string) => pass(name, 1),
    close: (name: string) => pass(name, -1),
    /** Separates the next text from what is before it. */
    separate(): void {
      if (!hidden.isOpen) page.separate(' ')
    },
    /** Adds a part of the source that is text. */
    addSource(start: number, end: number): void {
      addVisible(source.slice(start, end), () => page.addSource(start, end))
    },
    /** Adds the text of an entity that ends at an offset. */
    addText(text: string, offset: number): void {
      addVisible(text, () => {
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

  function passBlock(name: string, by: 1 | -1): void {
    if (!inlineElements.has(name)) page.separate(' ')
    for (const kind of ['list', 'foreign', 'preformatted'] as const)
      if (countedElements[kind].has(name)) depths[kind] = Math.max(0, depths[kind] + by)
    const isPreformatted = depths.preformatted > 0
    const opened = by === 1 ? { level: Number(name[1]) } : undefined
    page.context = { heading: headingName.test(name) ? opened : page.context.heading, isPreformatted }
    if (name === 'li') page.beginItem(by === 1 ? Math.max(1, depths.list) : undefined)
  }

  return {
    pass(name: string, by: 1 | -1): void {
      passBlock(name, by)
      if (by === -1) return
      // Cells and rows may share a line.
      const isCell = name === 'td' || name === 'th'
      if (name === 'tr') page.separate(' || ')
      if (isCell && isRowStarted) page.separate(' | ')
      isRowStarted = isCell || (isRowStarted && name !== 'tr')
    },
    get isForeign() {
      return depths.foreign > 0
    },
  }
}

function createHiddenElements() {
  let name: string | undefined
  let depth = 0
  return {
    /** Whether an element that opens or closes is hidden or inside a hidden one. */
    pass(passed: string, by: 1 | -1): boolean {
      if (name === undefined && by === 1 && hiddenElements.has(passed)) name = passed
      const isHidden = name !== undefined
      if (name === passed) depth += by
      if (depth === 0) name = undefined
      return isHidden
    },
    get isOpen() {
      return name !== undefined
    },
  }
}

function createTitle() {
  let isOpen = false
  let source = ''
  let title: string | null = null

  /** Null if there is only white space. */
  function shortened(): string | null {
    const words = source.replace(/\s+/gu, ' ').trim()
    if (words === '') return null
    return words.length > longestTitle ? `${words.slice(0, longestTitle).toWellFormed()}…` : words
  }

  return {
    open(): void {
      isOpen = true
      source = ''
    },
    close(): void {
      if (isOpen) title ??= shortened()
      isOpen = false
    },
    get isOpen() {
      return isOpen
    },
    add(text: string): void {
      if (isOpen && title === null && source.length < longestSource) source += text.slice(0, longestSource)
    },
    get text() {
      return title ?? (isOpen ? shortened() : null)
    },
  }
}
