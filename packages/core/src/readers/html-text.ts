/** The text of a page, written in the order of its source. */
export type PageText = ReturnType<typeof createPageText>

/** How the next text is written. */
interface TextContext {
  /** Each heading is an object of its own. */
  readonly heading: { readonly level: number } | undefined
  readonly isPreformatted: boolean
}

/** Separates text from what is before it on the line; of several the longest counts. */
type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** Begins a heading, an underline of one, a fence, a quote, raw HTML or front matter at the start of a line. */
const opening = /^(?:#{1,6}(?=\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** Closes a heading without being part of it. */
const closing = /(?<=\s)#+$/u

/** Writes text on the lines of its source. */
export function createPageText(source: string) {
  const plain: TextContext = { heading: undefined, isPreformatted: false }
  const lines: string[] = []
  const line = createPageLine()
  let lineEnd = source.indexOf('\n')

  function endLine(): void {
    lines.push(line.take())
    lineEnd = source.indexOf('\n', lineEnd + 1)
  }

  const page = {
    context: plain,
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
    addText(text: string): void {
      // A line end written as an entity is not one of the source.
      if (page.context.isPreformatted) return line.add(text.replaceAll(/[\r\n]/gu, ' '), page.context)
      const words = text.replaceAll(/\s+/gu, ' ')
      if (words.startsWith(' ')) line.separate(' ')
      line.add(words.trim(), page.context)
      if (words.endsWith(' ')) line.separate(' ')
    },
    separate: line.separate,
    /** Whether the next text begins an item of a list. */
    beginItem: line.beginItem,
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

function createPageLine() {
  let [text, marker]: [string, string] = ['', '']
  let separator: Separator = ''
  let isItem = false
  let heading: TextContext['heading']
  /** Whether a heading shares the line with other text, so that it is none. */
  let isMixed = false
  /** A heading is one line: its text on further lines is plain text. */
  let printed: TextContext['heading']

  function print(): string {
    const body = text.trim()
    if (body === '') return ''
    if (heading && !isMixed) {
      printed = heading
      return `${'#'.repeat(heading.level)} ${body.replace(closing, (marks) => `\\${marks}`)}`
    }
    const indent = text.slice(0, text.length - text.trimStart().length)
    return `${marker}${indent}${opening.test(body) ? '\\' : ''}${body}`
  }

  function separate(wanted: Separator): void {
    if (wanted.length > separator.length) separator = wanted
  }

  return {
    separate,
    beginItem: (isBegun: boolean) => void (isItem = isBegun),
    add(piece: string, context: TextContext): void {
      if (piece === '') return
      const own = context.heading === printed ? undefined : context.heading
      if (text === '') {
        heading = own
        marker = isItem ? '- ' : ''
      } else {
        isMixed ||= own !== heading
        if (isItem) separate(' - ')
        text += separator
      }
      text += piece
      separator = ''
      isItem = false
    },
    /** Returns the line as Markdown, and begins the next. */
    take(): string {
      const whole = print()
      text = ''
      separator = ''
      isMixed = false
      return whole
    },
  }
}
