import { setImmediate } from 'node:timers/promises'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { createPageElements, picturedElements } from './html-elements.js'
import { createPageText } from './html-text.js'
import type { ReadText } from './source-document.js'

type PageElements = ReturnType<typeof createPageElements>

const charactersBetweenYields = 256 * 1024
const byteOrderMark = '\uFEFF'
const ignore = () => {}

/**
 * The visible text of a web page as Markdown, however broken the page is. Text on line N of the source is on line N of the
 * result, which has as many lines. An element `h1` to `h6` becomes a heading if its first line contains nothing else; other
 * text that Markdown would take for syntax gets a backslash, and preformatted text is indented. Takes linear time and yields
 * to other work in between: only the library's tokenizer is used, as its parser takes quadratic time for elements that are
 * nested deeply or never closed.
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
      isVisible = picturedElements.has(name) && nameAt(start, end) === 'alt'
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
    onopentagend: () => elements.open(name),
    onselfclosingtag() {
      elements.open(name)
      if (isXml || elements.isForeign) elements.close(name)
    },
    onclosetag: (start, end) => elements.close(nameAt(start, end)),
    ontext: (start, end) => elements.addSource(start, end),
    ontextentity: (codePoint, end) => elements.addText(String.fromCodePoint(codePoint), end),
    // In HTML browsers treat CDATA as a comment; rather too much text than too little.
    oncdata: (start, end, closing) => elements.addSource(start, end - closing),
    isInForeignContext: () => elements.isForeign,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  }
}
