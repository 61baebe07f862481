import { hiddenElements } from './element-tables.js'
import type { PageText } from './page-text.js'
import { createTitle, type PageTitle } from './page-title.js'
import { createSeenElements, type SeenElements } from './seen-elements.js'

/** What the elements of a page and the text in them come to. */
export interface PageElements {
  open(name: string): void
  close(name: string): void
  /** Parts what follows from what stands before it. */
  part(): void
  /** A stretch of the source that is text. */
  addSource(start: number, end: number): void
  /** Text that an entity stands for, which ends at an offset. */
  addText(text: string, offset: number): void
  /** Whether markup is not HTML now, but SVG or MathML. */
  readonly isForeign: boolean
  /** What `title`, or else the first `h1`, says; null where there is neither. */
  readonly title: string | null
}

/** Follows elements whose text nobody sees; what is in them counts for nothing. */
function createHiding() {
  let name: string | undefined
  let depth = 0
  return {
    /** Whether an element that opens is hidden, or in one that is. */
    open(opened: string): boolean {
      if (name === undefined && hiddenElements.has(opened)) name = opened
      if (name === opened) depth += 1
      return name !== undefined
    },
    /** Whether an element that closes was. */
    close(closed: string): boolean {
      const wasHidden = name !== undefined
      if (name === closed) depth -= 1
      if (depth === 0) name = undefined
      return wasHidden
    },
    get isHidden() {
      return name !== undefined
    },
  }
}

/** Opens and closes the text of a page's title, which stands in the page itself where it is a heading. */
function createTitles(seen: SeenElements) {
  const title = createTitle()
  const heading = createTitle()
  const titleOf = (name: string): PageTitle | undefined => {
    if (name === 'h1') return heading
    return name === 'title' && !seen.isForeign ? title : undefined
  }
  return { title, heading, titleOf }
}

/** Reads elements into a page's text and title. */
export function createPageElements(source: string, page: PageText): PageElements {
  const seen = createSeenElements(page)
  const { title, heading, titleOf } = createTitles(seen)
  const hiding = createHiding()

  function add(text: string, write: () => void): void {
    if (hiding.isHidden) return
    title.add(text)
    if (title.isOpen) return
    heading.add(text)
    write()
  }

  return {
    open(name) {
      if (hiding.open(name)) return
      const opened = titleOf(name)
      opened?.open()
      if (opened !== title) seen.open(name)
    },
    close(name) {
      if (hiding.close(name)) return
      const closed = titleOf(name)
      closed?.close()
      if (closed !== title) seen.close(name)
    },
    part() {
      if (!hiding.isHidden) page.part(' ')
    },
    addSource(start, end) {
      add(source.slice(start, end), () => page.addSource(start, end))
    },
    addText(text, offset) {
      add(text, () => {
        page.moveTo(offset)
        page.addText(text)
      })
    },
    get isForeign() {
      return seen.isForeign
    },
    get title() {
      return title.text ?? heading.text
    },
  }
}
