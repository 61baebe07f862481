export type PageText = ReturnType<typeof createPageText>

/** How the next text is written. */
interface TextContext {
  /** A new object for each heading. */
  readonly heading: { readonly level: number } | undefined
  readonly isPreformatted: boolean
}

/** Separates text from the text before it on the line; the longest of several counts. */
type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** Starts a heading, an underline of one, a fence, a quote, raw HTML or front matter at the start of a line. */
const opening = /^(?:#{1,6}(?=\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** A closing sequence of a heading. */
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
    /** Continues on the line of an offset in the source; offsets must not decrease. */
    moveTo(offset: number): void {
      while (lineEnd !== -1 && lineEnd < offset) endLine()
    },
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
    /** Adds text to the current line; line ends in it come from entities and become spaces. */
    addText(text: string): void {
      if (page.context.isPreformatted) return line.add(text.replaceAll(/[\r\n]/gu, ' '), page.context)
      const words = text.replaceAll(/\s+/gu, ' ')
      if (words.startsWith(' ')) line.separate(' ')
      line.add(words.trim(), page.context)
      if (words.endsWith(' ')) line.separate(' ')
    },
    separate: line.separate,
    /** Whether the next text begins an item of a list. */
    beginItem: line.beginItem,
    /** Returns the text, which has the same number of lines as the source. */
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
  /** Whether a heading shares the line with other text, so that it is printed as plain text. */
  let isMixed = false
  /** Only the first line of a heading is printed as one. */
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

  function separate(by: Separator): void {
    if (by.length > separator.length) separator = by
  }

  return {
    separate,
    beginItem: (isBegun: boolean) => void (isItem = isBegun),
    add(piece: string, context: TextContext): void {
      if (piece === '') return
      const current = context.heading === printed ? undefined : context.heading
      if (text === '') {
        heading = current
        marker = isItem ? '- ' : ''
      } else {
        isMixed ||= current !== heading
        if (isItem) separate(' - ')
        text += separator
      }
      text += piece
      separator = ''
      isItem = false
    },
    /** Returns the line as Markdown, and starts the next. */
    take(): string {
      const whole = print()
      text = ''
      separator = ''
      isMixed = false
      return whole
    },
  }
}
