import { Parser } from 'htmlparser2'
import { createParts } from './markdown.js'
import type { DocumentText } from './read-document-file.js'
import { unzipTexts } from './unzip-bounded.js'

const slide = /^ppt\/slides\/slide(\d+)\.xml$/u
const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/u
const sharedTexts = 'xl/sharedStrings.xml'

/** The paragraphs of a presentation, by slide in file order. */
export async function readSlides(bytes: Uint8Array): Promise<DocumentText> {
  const slides = createParts('Slide')
  const files = unzipTexts(bytes, (name) => slide.test(name))
  for (const xml of inOrder(files, slide)) {
    const lines = elementsOf(xml, { of: 'a:p', texts: ['a:t'] })
    slides.add(lines.map(({ text }) => text))
  }
  return { format: 'markdown', text: slides.text(), title: null }
}

/** The stored cells of a workbook, by sheet in file order, with one row per line. */
export async function readSheets(bytes: Uint8Array): Promise<DocumentText> {
  const files = unzipTexts(bytes, (name) => name === sharedTexts || sheet.test(name))
  const shared = elementsOf(files.get(sharedTexts) ?? '', { of: 'si', texts: ['t'] })
  const sheets = createParts('Sheet')
  for (const xml of inOrder(files, sheet)) {
    const rows = Map.groupBy(
      elementsOf(xml, { of: 'c', texts: ['v', 't'], groups: 'row' }),
      ({ group }) => group,
    )
    // A cell can repeat a long text, so rows are made only until the text is too long.
    sheets.add(rows.values().map((cells) => rowOf(cells, shared)))
  }
  return { format: 'markdown', text: sheets.text(), title: null }
}

function rowOf(cells: readonly Element[], shared: readonly Element[]): string {
  const texts = cells.map(({ text, type }) => (type === 's' ? (shared[Number(text)]?.text ?? '') : text))
  return texts.filter((text) => text !== '').join(' | ')
}

/** The files that match a pattern, sorted by the number in its group. */
function inOrder(files: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  const numbered = [...files].flatMap(([name, xml]) => {
    const number = pattern.exec(name)?.[1]
    return number === undefined ? [] : [{ number: Number(number), xml }]
  })
  return numbered.toSorted((a, b) => a.number - b.number).map(({ xml }) => xml)
}

interface Element {
  readonly text: string
  /** Its attribute `t`. */
  readonly type: string | undefined
  /** Number of the enclosing element of the name `groups`. */
  readonly group: number
}

interface ElementNames {
  readonly of: string
  /** Inner elements with the text. */
  readonly texts: readonly string[]
  readonly groups?: string
}

/** The element with the pronunciation of a text, which is not part of it. */
const pronunciation = 'rPh'

/** The parser's time for an element grows with its depth. */
const maxDepth = 256

function elementsOf(xml: string, { of, texts, groups }: ElementNames): Element[] {
  const elements: Element[] = []
  let [group, text, type] = [0, '', undefined as string | undefined]
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name)
        if (open.length > maxDepth) throw new RangeError('its elements are nested too deeply')
        if (name === groups) group += 1
        if (name === of) [text, type] = ['', attributes['t']]
      },
      ontext(part) {
        if (texts.includes(open.at(-1) ?? '') && !open.includes(pronunciation)) text += part
      },
      onclosetag(name) {
        open.pop()
        if (name === of) elements.push({ text, type, group })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return elements
}
