import { setImmediate } from 'node:timers/promises'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { createPageText, type PageText } from './html-text.js'
import type { ReadText } from './source-document.js'

type PageElements = ReturnType<typeof createPageElements>

const charactersBetweenYields = 256 * 1024
const byteOrderMark = '\uFEFF'
const ignore = () => {}

/**
 * The visible text of a web page as Markdown, line by line: text on line N of the source is on line N of the result. Elements `h1` to
 * `h6` become headings if their first line contains nothing else; text that looks like Markdown syntax gets a backslash. Takes linear
 * time for any page, and yields to other work. Uses only the library's tokenizer, because its parser takes quadratic time for
 * deeply nested or unclosed elements.
 */
export async function readHtml(page: string, { isXml }: { readonly isXml: boolean }): Promise<ReadText> {
  const source = page.startsWith(byteOrderMark) ? page.slice(1) : page
  const text = createPageText(source)
  const elements = createPageElements(source, text)
  const tokenizer = new Tokenizer({ recognizeSelfClosing: isXml }, callbacks(source, elements, isXml))
  for (let start = 0; start < source.length; start += charactersBetweenYields) {
    if (start > 0) await setImmediate()
    tokenizer.write(source.slice(start, start + charactersBetweenYields))
  }
  tokenizer.end()
  return { text: text.finish(), title: elements.title, metadata: {} }
}

/** @param isXml whether the page is XHTML, in which any element may close itself */
function callbacks(source: string, elements: PageElements, isXml: boolean): TokenizerCallbacks {
  const nameAt = (start: number, end: number) => source.slice(start, end).toLowerCase()
  let name = ''
  let isVisible = false
  let offset = 0
  return {
    onopentagname: (start, end) => void (name = nameAt(start, end)),
    onattribname(start, end) {
      isVisible = (name === 'img' || name === 'area') && nameAt(start, end) === 'alt'
      offset = end
      if (isVisible) elements.separate()
    },
    onattribdata(start, end) {
      if (isVisible) elements.addSource(start, end)
    },
    onattribentity(codePoint) {
      if (isVisible) elements.addText(String.fromCodePoint(codePoint), offset)
    },
    onattribend: () => void (isVisible = false),
    onopentagend: () => elements.pass(name, 1),
    onselfclosingtag() {
      elements.pass(name, 1)
      if (isXml || elements.isForeign) elements.pass(name, -1)
    },
    onclosetag: (start, end) => elements.pass(nameAt(start, end), -1),
    ontext: (start, end) => elements.addSource(start, end),
    ontextentity: (codePoint, end) => elements.addText(String.fromCodePoint(codePoint), end),
    // Browsers treat CDATA in HTML as a comment, but too much text is better than too little.
    oncdata: (start, end, closing) => elements.addSource(start, end - closing),
    isInForeignContext: () => elements.isForeign,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  }
}

/* Elements by their effect on the text, from the rendering section of the HTML Living Standard. */
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const hiddenElements = setOf('iframe noembed noframes noscript script style template')

/** Their content is not HTML: a `<title/>` in them is closed, and is not the title of the page. */
const foreignElements = setOf('math svg')
const preformattedElements = setOf('listing plaintext pre textarea xmp')

/** All other elements separate words. */
const inlineElements = setOf(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q rp ruby s samp slot small span strike strong sub sup time tt u var wbr',
)

/** In UTF-16 units, with and before collapsed white space. */
const [maxTitle, maxTitleSource] = [200, 1000]

/** Separate an element from the text before it, because cells and rows may share a line. */
const separators: ReadonlyMap<string, ' | ' | ' || '> = new Map([
  ['tr', ' || '],
  ['td', ' | '],
  ['th', ' | '],
])

/**
 * Writes visible text of a page to its text and title. Open elements are counted, not stacked, because pages close elements that
 * were never opened, and nest a hundred thousand deep.
 */
function createPageElements(source: string, page: PageText) {
  const hidden = createHiddenElements()
  let [foreign, preformatted] = [0, 0]
  let isInTitle = false
  let title = ''

  function addVisible(text: string, write: () => void): void {
    if (hidden.isOpen()) return
    if (!isInTitle) write()
    else if (title.length < maxTitleSource) title += text.slice(0, maxTitleSource)
  }

  function passVisible(name: string, by: 1 | -1): void {
    if (!inlineElements.has(name)) page.separate((by === 1 && separators.get(name)) || ' ')
    if (foreignElements.has(name)) foreign = Math.max(0, foreign + by)
    if (preformattedElements.has(name)) preformatted = Math.max(0, preformatted + by)
    const opened = by === 1 ? { level: Number(name[1]) } : undefined
    const heading = /^h[1-6]$/u.test(name) ? opened : page.context.heading
    page.context = { heading, isPreformatted: preformatted > 0 }
    if (name === 'li') page.beginItem(by === 1)
  }

  return {
    /** Opens an element (1) or closes it (-1). */
    pass(name: string, by: 1 | -1): void {
      if (hidden.pass(name, by)) return
      if (name === 'title' && foreign === 0) isInTitle = by === 1
      else passVisible(name, by)
    },
    separate(): void {
      if (!hidden.isOpen()) page.separate(' ')
    },
    addSource(start: number, end: number): void {
      addVisible(source.slice(start, end), () => page.addSource(start, end))
    },
    addText(text: string, offset: number): void {
      addVisible(text, () => {
        page.moveTo(offset)
        page.addText(text)
      })
    },
    get isForeign() {
      return foreign > 0
    },
    get title() {
      const words = title.replaceAll(/\s+/gu, ' ').trim()
      return words.length > maxTitle ? `${words.slice(0, maxTitle).toWellFormed()}…` : words || null
    },
  }
}

function createHiddenElements() {
  let name: string | undefined
  let depth = 0
  return {
    /** Returns whether the element is hidden or inside a hidden one. */
    pass(passed: string, by: 1 | -1): boolean {
      if (name === undefined && by === 1 && hiddenElements.has(passed)) name = passed
      const isHidden = name !== undefined
      if (name === passed) depth += by
      if (depth === 0) name = undefined
      return isHidden
    },
    isOpen: () => name !== undefined,
  }
}
