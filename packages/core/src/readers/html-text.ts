/** The text of a page, written in the order of its source. */
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
  context: TextContext
  /** The text: it has as many lines as the source. */
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
  /** How deep the list is, from 1, whose item begins with it. */
  readonly item: number | undefined
}

/** Separates text from what is before it on the line; of several the longest counts. */
type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** The current line of a page. */
interface PageLine {
  /** Parts what follows from what is there. */
  part(separator: Separator): void
  /** Begins the line with white space, to be kept if what follows keeps it. */
  indent(space: string): void
  /** Adds text without line ends. */
  add(text: string, where: PlacedText): void
  readonly isEmpty: boolean
  /** The heading that the line is, if it has text of one and no other. */
  readonly heading: TextContext['heading']
  /** Gives the line as Markdown, and begins the next. */
  take(): string
}

/** Deeper items are not indented further, as lines would grow with their depth. */
const deepestItem = 6

/** Indented code contains no headings. */
const codeIndent = '    '

const nowhere: TextContext = { heading: undefined, isPreformatted: false }

interface LineState {
  pieces: string[]
  separator: Separator
  place: TextContext
  isMixed: boolean
  marker: string
  indent: string
}

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

/** Reuses one state, as there may be millions of lines. */
function createPageLine(): PageLine {
  const state: LineState = {
    pieces: [],
    separator: '',
    place: nowhere,
    isMixed: false,
    marker: '',
    indent: '',
  }
  return {
    part(separator) {
      if (separator.length > state.separator.length) state.separator = separator
    },
    indent(space) {
      state.indent += space
    },
    add: (text, where) => add(state, text, where),
    get isEmpty() {
      return state.pieces.length === 0
    },
    get heading() {
      return state.isMixed ? undefined : state.place.heading
    },
    take() {
      const printed = state.pieces.length === 0 ? '' : print(state)
      begin(state)
      state.separator = ''
      state.indent = ''
      return printed
    },
  }
}

function add(state: LineState, text: string, { place, item }: PlacedText): void {
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

function begin(state: LineState): void {
  state.pieces = []
  state.place = nowhere
  state.isMixed = false
  state.marker = ''
}

/** A heading is one line: its text on further lines is plain text. */
function createLineFiller(line: PageLine) {
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

function addKept(line: PageLine, text: string, add: (text: string) => void): void {
  if (line.isEmpty && text.trim() === '') line.indent(text)
  // A line end that an entity names is none of the source.
  else add(text.replace(/[\r\n]/gu, ' '))
}

function addCollapsed(line: PageLine, text: string, add: (text: string) => void): void {
  const words = text.replace(whiteSpace, ' ')
  if (words.startsWith(' ')) line.part(' ')
  const core = words.trim()
  if (core === '') return
  add(core)
  if (words.endsWith(' ')) line.part(' ')
}
