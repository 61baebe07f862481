/** What at the start of a line would open a heading, underline one, open a fence, a quote, raw HTML or front matter. */
const opening = /^(?:#{1,6}(?=\s|$)|(?:=+|-+)$|```|~~~|[<>])/u

/** Ends a heading without being part of it. */
const closing = /(?<=\s)#+$/u

/** A line of text, without white space around it, that Markdown takes for text. */
export function escapeLine(text: string): string {
  return opening.test(text) ? `\\${text}` : text
}

/** The text of a heading, as Markdown has it. */
export function escapeHeading(text: string): string {
  return text.replace(closing, (marks) => `\\${marks}`)
}
