// Neither pattern can match the opening character of its next match, so both take linear time.
const link = /!?\[([^[\]]*)\]\([^()]*\)/g
const markup = /\*\*|`|\\(?=[!-/:-@[-`{-~])/g

/** Markdown within a line as plain text: without bold marks, backticks, escapes and link targets. */
export function inlineText(source: string): string {
  return source.replace(link, '$1').replace(markup, '')
}
