import { createParts } from './markdown.js'
import type { DocumentText } from './read-document-file.js'
import { unzipTexts } from './unzip-bounded.js'

const slide = /^ppt\/slides\/slide(\d+)\.xml$/u
const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/u
const sharedTexts = 'xl/sharedStrings.xml'

/** The text of a presentation, slide by slide in the order of their files, paragraph by paragraph. */
export async function readSlides(bytes: Uint8Array): Promise<DocumentText> {
  const slides = createParts('Slide')
  for (const xml of inOrder(
    unzipTexts(bytes, (name) => slide.test(name)),
    slide,
  ))
    slides.add(Array.from(elementsIn(xml, 'a:p'), ({ content }) => textIn(content, 'a:t')))
  return { format: 'markdown', text: slides.text(), title: null }
}

/** The cells of a workbook as they are stored, sheet by sheet in the order of their files, a row in each line. */
export async function readSheets(bytes: Uint8Array): Promise<DocumentText> {
  const files = unzipTexts(bytes, (name) => name === sharedTexts || sheet.test(name))
  const texts = elementsIn(files.get(sharedTexts) ?? '', 'si')
  const shared = Array.from(texts, ({ content }) => textIn(content, 't'))
  const sheets = createParts('Sheet')
  for (const xml of inOrder(files, sheet))
    sheets.add(Array.from(elementsIn(xml, 'row'), ({ content }) => rowOf(content, shared)))
  return { format: 'markdown', text: sheets.text(), title: null }
}

function rowOf(row: string, shared: readonly string[]): string {
  const cells = Array.from(elementsIn(row, 'c'), ({ attributes, content }) => {
    if (content.includes('<is>')) return textIn(content, 't')
    const value = textIn(content, 'v')
    return /\bt="s"/u.test(attributes) ? (shared[Number(value)] ?? '') : value
  })
  return cells.filter((cell) => cell !== '').join(' | ')
}

/** The files of this pattern, whose group is their number, in the order of these numbers. */
function inOrder(files: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  const numbered = [...files].flatMap(([name, xml]) => {
    const number = pattern.exec(name)?.[1]
    return number === undefined ? [] : [{ number: Number(number), xml }]
  })
  return numbered.toSorted((a, b) => a.number - b.number).map(({ xml }) => xml)
}

/** The contents of all elements of this name, which hold no element of their own name, in order. */
function* elementsIn(
  xml: string,
  name: string,
): Generator<{ readonly attributes: string; readonly content: string }> {
  const opening = new RegExp(`<${name}(\\s[^<>]*)?>`, 'gu')
  const closing = `</${name}>`
  for (let match = opening.exec(xml); match !== null; match = opening.exec(xml)) {
    const [tag, attributes = ''] = match
    const start = match.index + tag.length
    const end = tag.endsWith('/>') ? start : xml.indexOf(closing, start)
    if (end < 0) return
    yield { attributes, content: xml.slice(start, end) }
    opening.lastIndex = end
  }
}

/** The text of all elements of this name together. */
function textIn(xml: string, name: string): string {
  return Array.from(elementsIn(xml, name), ({ content }) => unescapeXml(content)).join('')
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/giu, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole
    const code = Number(entity.replace('#', '').replace(/^x/iu, '0x'))
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })
}
