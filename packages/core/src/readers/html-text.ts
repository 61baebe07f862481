/** The text of a page, written in the order of its source. */
export type PageText = ReturnType<typeof createPageText>

const whiteSpace = /\s+/gu

/** Whether text is in a heading (each heading is an object of its own) or in preformatted text. */
interface TextContext {
  readonly heading: { readonly level: number } | undefined
  readonly isPreformatted: boolean
}

/** Separates text from what is before it on the line; of several the longest counts. */
type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** Deeper items are not indented further, as lines would grow with their depth. */
const deepestItem = 6

/** Indented code contains no headings. */
const codeIndent = '    '
const plainText: TextContext = { heading: undefined, isPreformatted: false }

/** Begins a heading, an underline of one, a fence, a quote, raw HTML or front matter at the start of a line. */
const opening = /^(?:#{1,6}(?=\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** Closes a heading without being part of it. */
const closing = /(?<=\s)#+$/u

/** Writes text on the lines of its source. */
export function createPageText(source: string) {
  const lines: string[] = []
  const line = createPageLine()
  let lineEnd = source.indexOf('\n')

  function endLine(): void {
    lines.push(line.take())
    lineEnd = source.indexOf('\n', lineEnd + 1)
  }

  const page = {
    /** The context of the next text. */
    context: plainText,
    /** Continues on the line of that offset in the source, which must not be before the current one. */
    moveTo(offset: number): void {
      while (lineEnd !== -1 && lineEnd < offset) endLine()
    },
    /** Adds a part of the source with its line ends. */
    addSource(start: number, end: number): void {
      page.moveTo(start)
      let from = start
      while (lineEnd !== -1 && lineEnd < end) {
        page.addText(source.slice(from, lineEnd))
        from = lineEnd + 1
        endLine()
      }
      page.addText(source.slice(from, end))
    },
    /** Adds text to the current line, whatever white space it contains. */
    addText: (text: string) => line.add(text, page.context),
    /** Separates the next text from what is before it on the line. */
    separate: (separator: Separator) => line.separate(separator),
    /** The next text begins an item of a list of that depth, from 1; undefined ends an item without text. */
    beginItem: (depth: number | undefined) => line.beginItem(depth),
    /** The whole text, which has as many lines as the source. */
    finish(): string {
      page.moveTo(source.length)
      const last = line.take()
      // Without a line end an empty last line would not count as a line.
      const isLost = last === '' && source !== '' && !source.endsWith('\n')
      lines.push(isLost ? '\n' : last)
      return lines.join('\n')
    },
  }
  return page
}

function emptyLine() {
  return {
    pieces: [] as string[],
    separator: '' as Separator,
    context: plainText,
    /** Whether its text has several contexts. */
    isMixed: false,
    marker: '',
    indent: '',
  }
}

type Line = ReturnType<typeof emptyLine>

/** The current line; one object for all lines, as there may be millions. */
function createPageLine() {
  const line = emptyLine()
  /** The depth of the list whose item the next text begins. */
  let item: number | undefined
  /** A heading is one line: its text on further lines is plain text. */
  let printedHeading: TextContext['heading']

  function addCollapsed(text: string, context: TextContext): void {
    const words = text.replace(whiteSpace, ' ')
    if (words.startsWith(' ')) separateIn(line, ' ')
    const core = words.trim()
    if (core === '') return
    addPiece(core, context)
    if (words.endsWith(' ')) separateIn(line, ' ')
  }

  function addPiece(text: string, context: TextContext): void {
    if (line.pieces.length === 0) {
      line.context = context
      if (item !== undefined) line.marker = `${'  '.repeat(Math.min(item, deepestItem) - 1)}- `
    } else {
      if (item !== undefined) separateIn(line, ' - ')
      const { heading, isPreformatted } = line.context
      line.isMixed ||= context.heading !== heading || context.isPreformatted !== isPreformatted
      line.pieces.push(line.separator)
    }
    line.pieces.push(text)
    line.separator = ''
    item = undefined
  }

  return {
    separate: (separator: Separator) => separateIn(line, separator),
    beginItem(depth: number | undefined): void {
      item = depth
    },
    add(text: string, wanted: TextContext): void {
      const isContinued = wanted.heading !== undefined && wanted.heading === printedHeading
      const context = isContinued ? { ...wanted, heading: undefined } : wanted
      if (text === '') return
      if (!context.isPreformatted) addCollapsed(text, context)
      else if (line.pieces.length === 0 && text.trim() === '') line.indent += text
      // A line end written as an entity is not one of the source.
      else addPiece(text.replace(/[\r\n]/gu, ' '), context)
    },
    /** Returns the line as Markdown, and begins the next. */
    take(): string {
      if (!line.isMixed) printedHeading = line.context.heading ?? printedHeading
      const printed = printLine(line)
      Object.assign(line, emptyLine())
      return printed
    },
  }
}

function separateIn(line: Line, separator: Separator): void {
  if (separator.length > line.separator.length) line.separator = separator
}

function printLine({ pieces, context, isMixed, marker, indent }: Line): string {
  const text = pieces.join('').trimEnd()
  const body = text.trimStart()
  if (body === '') return ''
  if (!isMixed && context.heading) {
    return `${'#'.repeat(context.heading.level)} ${body.replace(closing, (marks) => `\\${marks}`)}`
  }
  if (!isMixed && context.isPreformatted) return codeIndent + indent + text
  return marker + (opening.test(body) ? `\\${body}` : body)
}
