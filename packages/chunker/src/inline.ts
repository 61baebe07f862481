// Linear time, because neither pattern can match the opening character of its next match.
const link = /!?\[([^[\]]*)\]\([^()]*\)/g
const markup = /\*\*|`|\\(?=[!-/:-@[-`{-~])/g

/** The plain text of inline Markdown: without bold marks, backticks, escapes and link targets. */
export function inlineText(source: string): string {
  return source.replace(link, '$1').replace(markup, '')
}
export { readableText } from './readable.js'
