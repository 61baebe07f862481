import MarkdownIt from 'markdown-it'

const reader = new MarkdownIt()

export interface Fence {
  /** The line of the opening backquotes, from 1. */
  line: number
  /** The text after them: the language, then options such as `no-run`. */
  info: string
  code: string
}

/** The fenced code blocks of a Markdown document, in order. An unclosed fence extends to the end. */
export function fencesOf(markdown: string): Fence[] {
  const fences = reader.parse(markdown, {}).filter(({ type }) => type === 'fence')
  return fences.map(({ info, content, map }) => {
    const [line = 0] = map ?? []
    return { line: line + 1, info: info.trim(), code: content.replace(/\n$/, '') }
  })
}

/** The TypeScript fences to run. `no-run` excludes a fence. */
export function runnableFences(markdown: string): Fence[] {
  return fencesOf(markdown).filter(({ info }) => /^(?:ts|typescript)$/.test(info))
}

/** The headings of a Markdown document, without code and emphasis marks. */
export function headingsOf(markdown: string): string[] {
  const tokens = reader.parse(markdown, {})
  const texts = tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open')
  return texts.map(({ children }) => (children ?? []).map(({ content }) => content).join(''))
}

/** The first paragraph after the title, on one line. Empty if there is none. */
export function firstParagraph(markdown: string): string {
  const [, ...blocks] = markdown.trim().split(/\n\s*\n/)
  return (blocks[0] ?? '').replaceAll(/\s*\n\s*/g, ' ').trim()
}

/** Whether a paragraph is one sentence: it ends with a full stop, and no other full stop precedes a capital letter. */
export function isOneSentence(paragraph: string): boolean {
  const words = paragraph.replaceAll(/`[^`]*`/g, 'code')
  return /^\S.*\.$/.test(words) && !/[.!?]\s+\p{Lu}/u.test(words)
}

/** The targets of links, images and references of a Markdown document, outside of code. */
export function linksOf(markdown: string): string[] {
  const names: { references?: Record<string, { href: string }> } = {}
  const parts = reader.parse(markdown, names).flatMap(({ children }) => children ?? [])
  const targets = parts.flatMap((part) => part.attrGet('href') ?? part.attrGet('src') ?? [])
  const named = Object.values(names.references ?? {}).map(({ href }) => href)
  return [...new Set([...targets, ...named])].map(decodeURI)
}
