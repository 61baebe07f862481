import { frontMatterEnd, plainText, splitLines } from '@recallite/chunker'
import { orUndefined } from '@recallite/command-line'
import type { MarkdownElement, MarkdownNode, OutlineEntry, RenderedPart } from '@recallite/ui/api'
import MarkdownIt from 'markdown-it/dist/markdown-it.js'

type Token = ReturnType<MarkdownIt['parse']>[number]
type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1]

/** Of one part: the number of lines, those before the requested line, UTF-16 units, and headings before and after the line. */
const max = { lines: 500, before: 100, length: 100_000, headingsBefore: 10, headings: 100 }
/** In UTF-16 units; the rest of a longer paragraph is text without formatting. */
const maxParagraph = 50_000

/** Which part of a note is rendered: from `line` on, or with `isRead` around `line` or the heading `anchor`. */
export interface RequestedPart {
  readonly line: number
  readonly isRead: boolean
  /** Without `#`; empty for none. */
  readonly anchor: string
  /** Above the note; a first heading that repeats it is left out. */
  readonly title: string
}

/** Renders a part of a note as nodes, which contain no HTML and no addresses other than `http`, `https` and `mailto`. */
export function renderMarkdown(
  text: string,
  { line: requested, isRead, anchor, title }: RequestedPart,
): RenderedPart {
  const lines = splitLines(text)
  const hidden = frontMatterEnd(lines)
  const env = {}
  const blocks = blockParser().parse(lines.map((each, index) => (index < hidden ? '' : each)).join('\n'), env)
  const outline = outlineOf(blocks, title)
  const line = lineOfHeading(outline, anchor) ?? requested
  const first = firstLine(lines, line, isRead)
  const part = { from: first, to: lastLine(lines, first), env }
  const nodes = nodesOf(blocks, part, allOf(blocks)).filter(
    (node) => typeof node === 'string' || node.tag !== 'h1',
  )
  const near = outline.findLastIndex((heading) => heading.line <= line)
  const headings = outline.slice(Math.max(0, near - max.headingsBefore), near + max.headings)
  return { line, from: first, to: part.to, nodes, outline: headings }
}

/** The lines of a note as blocks, for its source. */
export function renderSource(text: string, { line, isRead }: RequestedPart): RenderedPart {
  const lines = splitLines(text)
  const from = firstLine(lines, line, isRead)
  const to = lastLine(lines, from)
  const nodes = lines.slice(from - 1, to).map((each, index) => {
    return { tag: 'pre', line: from + index, children: [each.slice(0, max.length)] }
  })
  return { line, from, to, nodes, outline: [] }
}

const firstLine = ({ length }: readonly string[], line: number, isRead: boolean): number =>
  Math.max(1, Math.min(length, line) - (isRead ? max.before : 0))

/** Links name a heading by its text, with other marks between its words. */
const foldHeading = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const lineOfHeading = (outline: readonly OutlineEntry[], anchor: string): number | undefined =>
  anchor === '' ? undefined : outline.find(({ text }) => foldHeading(text) === foldHeading(anchor))?.line

function lastLine(lines: readonly string[], first: number): number {
  let [last, length] = [first, lines[first - 1]?.length ?? 0]
  while (last < Math.min(lines.length, first + max.lines - 1) && length < max.length) {
    length += lines[last]?.length ?? 0
    last += 1
  }
  return last
}

let parser: MarkdownIt | undefined

/** Parses only blocks; text is parsed when it is rendered. */
function blockParser(): MarkdownIt {
  if (parser) return parser
  parser = new MarkdownIt({ html: false, linkify: true })
  // `targetOf` checks addresses.
  parser.validateLink = () => true
  parser.core.ruler.enableOnly(['normalize', 'block'])
  parser.inline.ruler.before('link', 'wikilink', readWikilink)
  return parser
}

const wikilink = /!?\[\[([^[\]\n|]+?)(?:\\?\|([^[\]\n]*))?\]\]/y
const imageName = /\.(?:png|jpe?g|gif|webp|avif)$/iu

/** Reads `[[target#heading|text]]` and `![[image.png]]`. */
const readWikilink: InlineRule = (state, isSilent) => {
  wikilink.lastIndex = state.pos
  const [whole = '', target = '', label = ''] = wikilink.exec(state.src) ?? []
  if (whole === '') return false
  if (!isSilent) {
    const isImage = whole.startsWith('!') && imageName.test(target.trim())
    const token = state.push(isImage ? 'image' : 'wikilink', '', 0)
    token.content = label.trim() || target
    token.attrs = [['src', target.trim()]]
  }
  state.pos += whole.length
  return true
}

/** The headings of a note. Changes their tags, so that no level is skipped below the title of the page. */
function outlineOf(tokens: readonly Token[], title: string): OutlineEntry[] {
  let level = 0
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = plainText(tokens[index + 1]?.content ?? '')
    const isTitle = level === 0 && token.level === 0 && text === title
    level = isTitle ? 1 : Math.min(6, Math.max(1, level) + 1, Number(token.tag.slice(1)) + 1)
    token.tag = `h${level}`
    return isTitle || text === '' ? [] : [{ level, text, line: startOf(token) + 1 }]
  })
}

/** The first line of a block, from 0. */
const startOf = ({ map }: Token): number => map?.[0] ?? 0

/** The part of a note to render, and the definitions of its links. */
interface Part {
  readonly from: number
  readonly to: number
  readonly env: object
}

/** The tokens `start` to `end`, exclusive, and the number of elements around them. */
type Range = Readonly<Record<'start' | 'end' | 'depth', number>>

const allOf = ({ length }: readonly Token[]): Range => ({ start: 0, end: length, depth: 0 })

/** Deeper elements are left out, but not their text. */
const maxDepth = 40

function nodesOf(tokens: readonly Token[], part: Part, { start, end, depth }: Range): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  for (let index = start; index < end; index += 1) {
    const token = tokens[index] as Token
    if (token.nesting === 0) nodes.push(...leafOf(token, part))
    if (token.nesting !== 1 || depth > maxDepth) continue
    const close = closingOf(tokens, index)
    if (!isOutside(token, part)) {
      const children = nodesOf(tokens, part, { start: index + 1, end: close, depth: depth + 1 })
      nodes.push(...(token.hidden ? children : [elementOf(token, children)]))
    }
    index = close
  }
  return nodes
}

const isOutside = ({ map }: Token, { from, to }: Part): boolean =>
  map !== null && (map[0] >= to || map[1] < from)

function closingOf(tokens: readonly Token[], from: number): number {
  let index = from + 1
  while (index < tokens.length && tokens[index]?.level !== tokens[from]?.level) index += 1
  return index
}

function elementOf({ tag, type, map, attrs, info }: Token, children: MarkdownNode[]): MarkdownElement {
  const { href = '', style = '' } = Object.fromEntries(attrs ?? [])
  if (type === 'link_open') return linkTo(pathOf(href), children)
  const [, align] = /text-align:(\w+)/u.exec(style) ?? []
  const isNumbered = type === 'list_item_open' && info !== ''
  const place = { ...(map && { line: map[0] + 1 }), ...(isNumbered && { value: Number(info) }) }
  return { tag, children, ...place, ...(align && { align }) }
}

const sourceOf = ({ attrs }: Token): string => attrs?.find(([name]) => name === 'src')?.[1] ?? ''
const textOf = ({ content }: Token): MarkdownNode[] => (content === '' ? [] : [content])

/** The nodes of tokens without children, by their types; others are text. */
const leaves: Readonly<Record<string, (token: Token, part: Part) => MarkdownNode[]>> = {
  // Cells of tables have no lines.
  inline: ({ content, map }, part) => inlineNodes(map ? linesWithin(content, map[0], part) : content, part),
  fence: (token, part) => codeOf(token, 1, part),
  code_block: (token, part) => codeOf(token, 0, part),
  code_inline: ({ content }) => [{ tag: 'code', children: [content] }],
  hardbreak: () => [{ tag: 'br' }],
  softbreak: () => ['\n'],
  hr: (token, part) => (isOutside(token, part) ? [] : [{ tag: 'hr' }]),
  image: (token) => [imageOf(sourceOf(token), plainText(token.content))],
  wikilink: (token) => [linkTo(sourceOf(token), [token.content])],
}

const leafOf = (token: Token, part: Part) => (leaves[token.type] ?? textOf)(token, part)

/** `offset`: the lines of the block before its content. */
function codeOf(token: Token, offset: number, part: Part): MarkdownElement[] {
  const start = startOf(token) + offset
  const text = linesWithin(token.content, start, part)
  return text === '' ? [] : [{ tag: 'pre', line: Math.max(start + 1, part.from), children: [text] }]
}

/** The lines of a text that begins at line `start`, from 0, that are in the part. */
function linesWithin(text: string, start: number, { from, to }: Part): string {
  const lines = text.split('\n')
  if (start + 1 >= from && start + lines.length <= to) return text
  return lines.slice(Math.max(0, from - 1 - start), Math.max(0, to - start)).join('\n')
}

function inlineNodes(text: string, part: Part): MarkdownNode[] {
  const tokens: Token[] = []
  blockParser().inline.parse(text.slice(0, maxParagraph), blockParser(), part.env, tokens)
  const nodes = nodesOf(tokens, part, allOf(tokens))
  return text.length > maxParagraph ? [...nodes, text.slice(maxParagraph)] : nodes
}

/** Text on one line, as readers of the rendered Markdown see it. */
export function withoutMarkup(text: string): string {
  const tokens: Token[] = []
  const line = text.replaceAll(/^\s*(?:(?:#{1,6}|[-*+>])\s+)+/gmu, '').replaceAll(/\s+/gu, ' ')
  blockParser().inline.parse(line, blockParser(), {}, tokens)
  return tokens.map(({ content }) => content).join('')
}

/** Browsers ignore control characters in addresses. */
const withoutControls = (address: string): string => address.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()

/** The address of a link: on the web, or inside the memory; undefined if it is not allowed. */
function targetOf(written: string): Pick<MarkdownElement, 'href' | 'to'> | undefined {
  const target = withoutControls(written)
  if (/^(?:https?:\/\/|mailto:)/iu.test(target)) return URL.canParse(target) ? { href: target } : undefined
  return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2}|$)/iu.test(target) ? undefined : { to: target }
}

function linkTo(target: string, children: readonly MarkdownNode[]): MarkdownElement {
  const found = targetOf(target)
  return found ? { tag: 'a', ...found, children } : { tag: 'span', children }
}

/** A Markdown link as the index stores it: decoded, and with `./` before a relative path. */
function pathOf(href: string): string {
  const path = withoutControls(orUndefined(() => decodeURIComponent(href)) ?? href)
  if (/^[a-z][a-z\d+.-]*:/iu.test(path)) return href
  return /^[#/.]/u.test(path) ? path : `./${path}`
}

/** An image of the folder, a link to an image on the web, or only its description. */
function imageOf(source: string, description: string): MarkdownElement {
  const target = targetOf(source)
  const text = description || source.slice(0, 200)
  if (target?.href !== undefined) return linkTo(target.href, [text])
  const path = orUndefined(() => decodeURIComponent(target?.to ?? '')) ?? ''
  return imageName.test(path)
    ? { tag: 'img', src: path, alt: description }
    : { tag: 'span', children: [text] }
}
