import type { Span } from '../lines.js'
import { markdownParser, type Token } from './markdown-parser.js'
import type { Block, Heading } from './parse-blocks.js'

/** The heading of the outline; undefined for other blocks and for headings in lists and quotes. */
export function outlineHeading(block: Block): Heading | undefined {
  if (block.level > 0) return undefined
  if (block.type === 'html_block') return headingOfHtml(block)
  if (block.type !== 'heading_open') return undefined
  const level = Number(block.tag.slice(1))
  return { start: block.start, end: block.end, level, title: headingTitle(block.content) }
}

/** Returns the titles of the headings in force at a line, outermost first. Lines must be queried in order. */
export function createHeadingPath(headings: readonly Heading[]): (line: number) => string[] {
  const path: Heading[] = []
  let next = 0
  return (line) => {
    for (let heading = headings[next]; heading && heading.start <= line; heading = headings[next]) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
      next++
    }
    return path.map(({ title }) => title).filter((title) => title !== '')
  }
}

/** Returns the titles of the headings that begin in a span. Spans must be queried in the order of their beginnings. */
export function createHeadingsWithin(
  headings: readonly Heading[],
): (span: Pick<Span, 'startLine' | 'endLine'>) => string[] {
  let first = 0
  return ({ startLine, endLine }) => {
    while ((headings[first]?.start ?? endLine) < startLine - 1) first++
    const titles: string[] = []
    for (let index = first; (headings[index]?.start ?? endLine) < endLine; index++) {
      titles.push(headings[index]?.title ?? '')
    }
    return titles.filter((title) => title !== '')
  }
}

/** In UTF-16 units, of a heading's source and of its title. */
const [maxSource, maxTitle] = [1000, 200]

/** The plain text of a heading on one line: without markup, ids (`{#id}`), HTML and pictures; of pictures only, their descriptions. */
export function headingTitle(source: string): string {
  const title = plainText(source.slice(0, maxSource))
  return title.length > maxTitle ? `${title.slice(0, maxTitle).toWellFormed()}…` : title
}

/** Parts of a heading that are no words: ids, comments, signs that link to the heading, embedded files, shortcodes. */
const decoration = new RegExp(
  [
    String.raw`(?:\s*(?:\{\s*(?:[:#.]|/\*|[\w-]+=)[^{}]*\}|<!--[^>]*-->))+\s*$`,
    String.raw`\s*\[[^\p{L}\p{N}\[\]]*\]\(#[^()]*\)|<a\b[^<>]*>[^\p{L}\p{N}<>]*</a>|\s\^[\w-]+\s*$`,
    String.raw`%%.*?%%|\{\{[<%].*?[%>]\}\}|\{%.*?%\}|!\[\[[^[\]]*\]\]`,
  ].join('|'),
  'gu',
)

/** The plain text of inline Markdown on one line. */
export function plainText(marked: string): string {
  const bare = marked.replace(decoration, '')
  const source = /[\p{L}\p{N}]/u.test(bare) ? bare : marked
  if (!/[*_`[\]<>&\\!~]/u.test(source)) return onOneLine(source)
  const tokens = markdownParser().parseInline(source, {})[0]?.children ?? []
  const words = onOneLine(tokens.map(textOf).join(''))
  if (/[^*_`~]/u.test(words)) return words
  return onOneLine(tokens.map(({ type, content }) => (type === 'image' ? `${content} ` : '')).join(''))
}

function textOf({ type, content }: Token): string {
  switch (type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
      return content
    case 'softbreak':
    case 'hardbreak':
      return ' '
    default:
      return /^<(?:br|\/?p)\b/iu.test(content) ? ' ' : ''
  }
}

/** Links that need definitions from elsewhere stay in the parsed text. */
const wikilink = /!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/gu
const reference = /\[\^[^[\]]*\]|\[([^[\]]*)\]\[[^[\]]*\]/gu

function onOneLine(text: string): string {
  const plain = /[=[]/u.test(text)
    ? text
        .replace(wikilink, '$1')
        .replace(reference, '$1')
        .replace(/==(?=\S)([^=]+)==/gu, '$1')
    : text
  return plain.replace(/\s+/gu, ' ').trim()
}

const htmlHeading = /<h([1-6])\b[^>]*>([^]*?)<\/h\1\s*>/iu

/** The first heading of a block of HTML. */
function headingOfHtml({ start, end, content }: Block): Heading | undefined {
  const [, level, inner = ''] = htmlHeading.exec(content.slice(0, maxHtml)) ?? []
  if (level === undefined) return undefined
  const alternatives = Array.from(inner.matchAll(/<img\b[^>]*?\balt="([^"]*)"/giu), ([, alt = '']) => alt)
  const title = headingTitle(inner.replace(/\s+/gu, ' '))
  return { start, end, level: Number(level), title: title || headingTitle(alternatives.join(' ')) }
}

/** In UTF-16 units; a heading further down in a block is not read. */
const maxHtml = 5000
