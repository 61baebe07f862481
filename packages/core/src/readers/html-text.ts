/** The text of a page, written in the order of its source. */
export interface PageText {
  /** Continues on the line of that offset in the source, which must not be before the current one. */
  moveTo(offset: number): void
  /** Adds a part of the source with its line ends. */
  addSource(start: number, end: number): void
  /** Adds text to the current line, whatever white space it contains. */
  addText(text: string): void
  /** Separates the next text from what is before it on the line. */
  separate(separator: Separator): void
  /** The next text begins an item of a list of that depth, from 1; undefined ends an item without text. */
  beginItem(depth: number | undefined): void
  /** Of the next text. */
  context: TextContext
  /** The whole text, which has as many lines as the source. */
  finish(): string
}

const whiteSpace = /\s+/gu

/** Whether text is in a heading (each heading is an object of its own) or in preformatted text. */
interface TextContext {
  readonly heading: { readonly level: number } | undefined
  readonly isPreformatted: boolean
}

interface PlacedText {
  readonly place: TextContext
  /** The depth of the list, from 1, if the text begins an item. */
  readonly item: number | undefined
}

/** Separates text from what is before it on the line; of several the longest counts. */
type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** Deeper items are not indented further, as lines would grow with their depth. */
const deepestItem = 6

/** Indented code contains no headings. */
const codeIndent = '    '
const nowhere: TextContext = { heading: undefined, isPreformatted: false }

type LineState = ReturnType<typeof emptyLine>

/** What begins a heading, an underline of one, a fence, a quote, raw HTML or front matter at the start of a line. */
const opening = /^(?:#{1,6}(?=\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** Closes a heading without being part of it. */
const closing = /(?<=\s)#+$/u

/** Writes text on the lines of its source. */
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
    context: { heading: undefined, isPreformatted: false },
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
    addText: (text) => filler.add(text, page.context),
    separate: (separator) => line.separate(separator),
    beginItem: (depth) => filler.beginItem(depth),
    finish() {
      page.moveTo(source.length)
      const last = filler.take()
      // Without a line end an empty last line would not count as a line.
      const isLost = last === '' && source !== '' && !source.endsWith('\n')
      lines.push(isLost ? '\n' : last)
      return lines.join('\n')
    },
  }
  return page
}

/** Reuses one state, as there may be millions of lines. */
function createPageLine() {
  const state = emptyLine()
  return {
    separate(separator: Separator): void {
      if (separator.length > state.separator.length) state.separator = separator
    },
    /** Adds white space at the start of the line, which only preformatted text keeps. */
    indent(space: string): void {
      state.indent += space
    },
    add: (text: string, where: PlacedText) => addPiece(state, text, where),
    get isEmpty() {
      return state.pieces.length === 0
    },
    /** The heading that fills the line; undefined if there is other text on it. */
    get heading() {
      return state.isMixed ? undefined : state.place.heading
    },
    /** Returns the line as Markdown, and begins the next. */
    take(): string {
      const printed = state.pieces.length === 0 ? '' : print(state)
      Object.assign(state, emptyLine())
      return printed
    },
  }
}

function addPiece(state: LineState, text: string, { place, item }: PlacedText): void {
  if (state.pieces.length === 0) {
    state.place = place
    if (item !== undefined) state.marker = `${'  '.repeat(Math.min(item, deepestItem) - 1)}- `
  } else {
    if (item !== undefined && state.separator.length < ' - '.length) state.separator = ' - '
    const { heading, isPreformatted } = state.place
    state.isMixed ||= place.heading !== heading || place.isPreformatted !== isPreformatted
    state.pieces.push(state.separator)
  }
  state.pieces.push(text)
  state.separator = ''
}

function print({ pieces, place, isMixed, marker, indent }: LineState): string {
  const text = pieces.join('').trimEnd()
  const body = text.trimStart()
  if (body === '') return ''
  if (!isMixed && place.heading) return `${'#'.repeat(place.heading.level)} ${escapeHeading(body)}`
  return !isMixed && place.isPreformatted ? codeIndent + indent + text : marker + escapeLine(body)
}

function escapeHeading(text: string): string {
  return text.replace(closing, (marks) => `\\${marks}`)
}

function escapeLine(text: string): string {
  return opening.test(text) ? `\\${text}` : text
}

function emptyLine() {
  const pieces: string[] = []
  const separator: Separator = ''
  return { pieces, separator: separator as Separator, place: nowhere, isMixed: false, marker: '', indent: '' }
}

/** A heading is one line: its text on further lines is plain text. */
function createLineFiller(line: ReturnType<typeof createPageLine>) {
  let printed: TextContext['heading']
  let item: number | undefined
  return {
    add(text: string, place: TextContext): void {
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

function addKept(line: ReturnType<typeof createPageLine>, text: string, add: (text: string) => void): void {
  if (line.isEmpty && text.trim() === '') line.indent(text)
  // A line end written as an entity is not one of the source.
  else add(text.replace(/[\r\n]/gu, ' '))
}

function addCollapsed(line: ReturnType<typeof createPageLine>, text: string, add: (text: string) => void) {
  const words = text.replace(whiteSpace, ' ')
  if (words.startsWith(' ')) line.separate(' ')
  const core = words.trim()
  if (core === '') return
  add(core)
  if (words.endsWith(' ')) line.separate(' ')
}
