import type { SourceFormat } from './formats.js'
import { blank, withoutNoise } from './noise.js'

/**
 * A text as a reader sees it, of the same length: with white space in place of noise and, in Markdown, of raw HTML, comments,
 * badges, and the imports, exports and components of MDX. Code is unchanged. Tags within words become U+FEFF.
 */
export function readableText(text: string, format: SourceFormat | null): string {
  const readable = withoutNoise(text)
  if (format !== 'markdown' || !/[<{]|%%|!\[|^(?:im|ex)port\s/mu.test(readable)) return readable
  const start = firstCodeEnd(text)
  const visible = text.slice(start).replace(markup, (found: string, ...rest: unknown[]) => {
    const { code, name } = rest.at(-1) as Partial<Record<string, string>>
    if (code !== undefined || (name !== undefined && !isTag(found, name, text))) return found
    return blank(found, inline.test(name ?? '') ? undefined : ' ')
  })
  return withoutNoise(text.slice(0, start) + visible)
}

/** Where code ends with which a part of a document begins; 0 if it does not begin with code. */
function firstCodeEnd(text: string): number {
  const first = firstFence.exec(text)
  const isEnd = first?.[2] === '' && (text.match(fenceLine)?.length ?? 0) % 2 === 1
  return first && isEnd ? first.index + first[0].length : 0
}

const firstFence = /^[\s>]*(`{3,}|~{3,})([^`\n]*)$/mu
const fenceLine = /^[\s>]*(?:`{3,}|~{3,})[^`\n]*$/gmu

const braces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
const attributes = String.raw`(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${braces}|[^\s"'{}<>\x60]+))?|\s+${braces})*`
const badgeAddress = String.raw`[^\s()]*(?:shields\.io|badge|travis-ci|codecov|coveralls|/workflows/)[^\s()]*(?:\s"[^"]*")?`
const badge = String.raw`!\[[^[\]]*\](?:\(${badgeAddress}\)|\[[^[\]]*(?:badge|image|shield)[^[\]]*\])`

/** Code, which stays, or markup; a group contains the name of a tag. */
const markup = new RegExp(
  [
    String.raw`(?<code>^[\s>]*(?<fence>\x60{3,}|~{3,})[^\n]*\n[^]*?(?:^[\s>]*\k<fence>|$(?![^]))|(?<ticks>\x60+)(?!\x60)(?:[^\n]|\n(?!\s*\n))*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw`<!--[^]*?(?:-->|$(?![^]))|\{/\*[^]*?\*/\}|(?<!\S)%%[^]*?%%(?!\S)`,
    String.raw`<(?<raw>script|style|svg)\b[^]*?(?:</\k<raw>\s*>|$(?![^]))`,
    String.raw`\[\s*${badge}\s*\](?:\([^\s()]*(?:\s"[^"]*")?\)|\[[^[\]]*\])|${badge}`,
    String.raw`^import\s(?:[\w*{][^;'"]{0,2000}?\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$`,
    String.raw`^export\s+(?:default|const|let|var|function|async|class|\{|\*)\b[^]*?(?=\n\s*\n|$(?![^]))`,
    String.raw`</?>|</?(?<name>[A-Za-z][\w.:-]*)${attributes}\s*/?>`,
  ].join('|'),
  'gmu',
)

const inline =
  /^(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|tt|u|wbr)$/iu
const element =
  /^(?:blockquote|br|center|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|iframe|img|li|ol|p|picture|pre|section|summary|table|tbody|td|th|thead|tr|ul|video)$/iu

/** Whether it is an element of HTML or a component, and not a placeholder such as `<name>`, an address or a type. */
function isTag(tag: string, name: string, text: string): boolean {
  if (inline.test(name) || element.test(name) || /^<[^<>]*\s[\w:@.-]+\s*=|\/>$/.test(tag)) return true
  return /^[A-Z]\w*[a-z]|[.-]/.test(name) && (tag.startsWith('</') || text.includes(`</${name}`))
}
