/** Starts a heading, an underline of one, a fence, a quote or raw HTML at the start of a line of Markdown. */
const opening = /^(?=#{1,6}(?:\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** In UTF-16 units; longer texts are not indexed. */
const maxLength = 10 * 1024 * 1024

/** Writes the parts of a document with headings; parts without text are counted, but left out. */
export function createParts(name: 'Page' | 'Slide' | 'Sheet') {
  const parts: string[] = []
  let [count, length] = [0, 0]
  return {
    /** @throws RangeError if the whole text is too long */
    add(lines: Iterable<string>): void {
      count += 1
      const trimmed: string[] = []
      for (const line of lines) {
        length += line.length
        if (length > maxLength) throw new RangeError('its text is longer than 10 MB')
        trimmed.push(line.trim().replace(opening, '\\'))
      }
      const text = trimmed.join('\n').trim()
      if (text === '') return
      parts.push(`## ${name} ${count}\n\n${text}\n`)
    },
    text: (): string => parts.join('\n'),
  }
}
