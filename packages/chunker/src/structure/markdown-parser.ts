import MarkdownIt from 'markdown-it/dist/markdown-it.js'
import type { Options } from 'markdown-it/dist/markdown-it.js'

export type Token = ReturnType<MarkdownIt['parse']>[number]

let parser: MarkdownIt | undefined

/** The Markdown parser, made once. */
export function markdownParser(): MarkdownIt {
  if (parser) return parser
  parser = new MarkdownIt({ html: true })
  // Deeper nesting makes no difference, but each level takes time.
  const nesting: Options & { maxNesting: number } = { maxNesting: 10 }
  parser.set(nesting)
  // Link definitions are ordinary text here.
  parser.block.ruler.disable('reference')
  return parser
}
