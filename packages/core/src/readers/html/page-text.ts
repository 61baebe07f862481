import { createPageLine, type PageLine, type Separator, type TextPlace } from './page-line.js'

/** The text of a page, written piece by piece in the order of its source. */
export interface PageText {
  /** What follows stands on the source's line of that offset, at which or behind which the writing is. */
  moveTo(offset: number): void
  /** Adds a stretch of the source: its line ends are line ends. */
  addSource(start: number, end: number): void
  /** Adds text that stands at the line of the writing, whatever white space is in it. */
  addText(text: string): void
  /** Parts what follows from what stands before it on the line. */
  part(separator: Separator): void
  /** What follows begins an item of a list so deep, from 1; or none, if the item that was begun has no text. */
  beginItem(depth: number | undefined): void
  /** What follows stands there. */
  place: TextPlace
  /** The text: it has as many lines as the source. */
  finish(): string
}

/** White space as people see it: of no width but one, whatever it is made of. */
const whiteSpace = /\s+/gu

function addCollapsed(line: PageLine, text: string, add: (text: string) => void): void {
  const words = text.replace(whiteSpace, ' ')
  if (words.startsWith(' ')) line.part(' ')
  const core = words.trim()
  if (core === '') return
  add(core)
  if (words.endsWith(' ')) line.part(' ')
}

function addKept(line: PageLine, text: string, add: (text: string) => void): void {
  if (line.isEmpty && text.trim() === '') line.indent(text)
  // A line end that an entity names is none of the source.
  else add(text.replace(/[\r\n]/gu, ' '))
}

/** Adds to a line. A heading is one line: what follows of it on other lines is text. */
function createLineFiller(line: PageLine) {
  let printed: TextPlace['heading']
  let item: number | undefined
  return {
    add(text: string, place: TextPlace): void {
      const isOver = place.heading !== undefined && place.heading === printed
      const there = isOver ? { ...place, heading: undefined } : place
      const put = (part: string) => {
        line.add(part, { place: there, item })
        item = undefined
      }
      if (text !== '') (place.isPreformatted ? addKept : addCollapsed)(line, text, put)
    },
    take(): string {
      printed = line.heading ?? printed
      return line.take()
    },
    beginItem(depth: number | undefined): void {
      item = depth
    },
  }
}

/** Writes the text of a page on the lines of its source. */
export function createPageText(source: string): PageText {
  const lines: string[] = []
  const line = createPageLine()
  const filler = createLineFiller(line)
  let lineEnd = source.indexOf('\n')

  function endLine(): void {
    lines.push(filler.take())
    lineEnd = source.indexOf('\n', lineEnd + 1)
  }

  const page: PageText = {
    place: { heading: undefined, isPreformatted: false },
    moveTo(offset) {
      while (lineEnd !== -1 && lineEnd < offset) endLine()
    },
    addSource(start, end) {
      page.moveTo(start)
      let from = start
      while (lineEnd !== -1 && lineEnd < end) {
        page.addText(source.slice(from, lineEnd))
        from = lineEnd + 1
        endLine()
      }
      page.addText(source.slice(from, end))
    },
    addText: (text) => filler.add(text, page.place),
    part: (separator) => line.part(separator),
    beginItem: (depth) => filler.beginItem(depth),
    finish() {
      page.moveTo(source.length)
      const last = filler.take()
      // An empty last line would not count as one without its end.
      const isLost = last === '' && source !== '' && !source.endsWith('\n')
      lines.push(isLost ? '\n' : last)
      return lines.join('\n')
    },
  }
  return page
}
