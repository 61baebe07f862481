import { setImmediate } from 'node:timers/promises'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import {
  createSeenElements,
  createTitle,
  hiddenElements,
  type PageTitle,
  picturedElements,
  type SeenElements,
} from './html-elements.js'
import { createPageText, type PageText } from './html-text.js'
import type { ReadText } from './source-document.js'

interface HtmlOptions {
  /** XHTML: any element may close itself. */
  readonly isXml: boolean
}

const charactersBetweenYields = 256 * 1024

const byteOrderMark = '\uFEFF'

const ignore = () => {}

/** Receives the tags and the text of a page. */
interface PageElements {
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

/**
 * The visible text of a web page as Markdown, however broken the page is. Text on line N of the source is on line N of the
 * result, which has as many lines. An element `h1` to `h6` becomes a heading if its first line contains nothing else; other
 * text that Markdown would take for syntax gets a backslash, and preformatted text is indented. Takes linear time and yields
 * to other work in between: only the library's tokenizer is used, as its parser takes quadratic time for elements that are
 * nested deeply or never closed.
 */
export async function readHtml(page: string, options: HtmlOptions): Promise<ReadText> {
  const source = page.startsWith(byteOrderMark) ? page.slice(1) : page
  const text = createPageText(source)
  const elements = createPageElements(source, text)
  const tokenizer = new Tokenizer(
    { recognizeSelfClosing: options.isXml },
    callbacks(source, elements, options),
  )
  for (let start = 0; start < source.length; start += charactersBetweenYields) {
    if (start > 0) await setImmediate()
    tokenizer.write(source.slice(start, start + charactersBetweenYields))
  }
  tokenizer.end()
  return { text: text.finish(), title: elements.title, metadata: {} }
}

/** Writes what is visible into the text and the title of a page. */
function createPageElements(source: string, page: PageText): PageElements {
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

/** The title of a page, and its first `h1`, which is the title if there is no other. */
function createTitles(seen: SeenElements) {
  const title = createTitle()
  const heading = createTitle()
  const titleOf = (name: string): PageTitle | undefined => {
    if (name === 'h1') return heading
    return name === 'title' && !seen.isForeign ? title : undefined
  }
  return { title, heading, titleOf }
}

/** Tracks elements whose content is not visible. */
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

function callbacks(source: string, elements: PageElements, options: HtmlOptions): TokenizerCallbacks {
  return {
    ...tagCallbacks(source, elements, options),
    ontext: (start, end) => elements.addSource(start, end),
    ontextentity: (codePoint, end) => elements.addText(String.fromCodePoint(codePoint), end),
    // A comment to browsers where the page is HTML; but rather too much text than too little.
    oncdata: (start, end, closing) => elements.addSource(start, end - closing),
    isInForeignContext: () => elements.isForeign,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  }
}

function tagCallbacks(source: string, elements: PageElements, { isXml }: HtmlOptions) {
  const nameAt = (start: number, end: number) => source.slice(start, end).toLowerCase()
  let name = ''
  let isSeen = false
  let offset = 0
  return {
    onopentagname(start, end) {
      name = nameAt(start, end)
    },
    onattribname(start, end) {
      isSeen = picturedElements.has(name) && nameAt(start, end) === 'alt'
      offset = end
      if (isSeen) elements.part()
    },
    onattribdata(start, end) {
      if (isSeen) elements.addSource(start, end)
    },
    onattribentity(codePoint) {
      if (isSeen) elements.addText(String.fromCodePoint(codePoint), offset)
    },
    onattribend() {
      isSeen = false
    },
    onopentagend: () => elements.open(name),
    onselfclosingtag() {
      elements.open(name)
      if (isXml || elements.isForeign) elements.close(name)
    },
    onclosetag: (start, end) => elements.close(nameAt(start, end)),
  } satisfies Partial<TokenizerCallbacks>
}
