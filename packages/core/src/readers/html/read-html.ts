import { setImmediate } from 'node:timers/promises'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import type { ReadText } from '../source-document.js'
import { picturedElements } from './element-tables.js'
import { createPageElements, type PageElements } from './page-elements.js'
import { createPageText } from './page-text.js'

/** How a page is written. */
export interface HtmlOptions {
  /** XHTML: any element may close itself. */
  readonly isXml: boolean
}

const charactersBetweenBreaths = 256 * 1024

const byteOrderMark = '\uFEFF'

const ignore = () => {}

/** Names of elements and attributes are told apart by these, as the tokenizer comes upon them. */
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

/**
 * The text of a web page as Markdown, whatever is wrong with the page: what people read on line N of the source stands
 * on line N of the text, and there are as many lines. A heading that has its first line for itself is one; other text
 * that Markdown would take for a heading, a fence or the like has a backslash before it. Preformatted text is set in.
 * Linear in time, and lets other work run in between. The library's tokenizer is used without its parser, which takes
 * quadratic time where elements are nested deeply or never closed.
 */
export async function readHtml(page: string, options: HtmlOptions): Promise<ReadText> {
  const source = page.startsWith(byteOrderMark) ? page.slice(1) : page
  const text = createPageText(source)
  const elements = createPageElements(source, text)
  const tokenizer = new Tokenizer(
    { recognizeSelfClosing: options.isXml },
    callbacks(source, elements, options),
  )
  for (let start = 0; start < source.length; start += charactersBetweenBreaths) {
    if (start > 0) await setImmediate()
    tokenizer.write(source.slice(start, start + charactersBetweenBreaths))
  }
  tokenizer.end()
  return { text: text.finish(), title: elements.title, metadata: {} }
}
