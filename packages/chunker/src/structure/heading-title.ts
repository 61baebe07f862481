/** Titles are breadcrumbs: a longer one is cut. */
const longestTitle = 200
const longestSource = 1000

// Neither pattern can run over the opening character of its next match, so both are linear.
const link = /!?\[([^[\]]*)\]\([^()]*\)/g
const markup = /\*\*|`|\\(?=[!-/:-@[-`{-~])/g

/** A heading's text on one line without bold marks, backticks, escapes and the targets of links. */
export function headingTitle(source: string): string {
  const plain = source.slice(0, longestSource).replace(link, '$1').replace(markup, '')
  const title = plain.replace(/\s+/g, ' ').trim()
  return title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title
}
