import type { SourceFormat } from './formats.js'
import { blank, withoutNoise } from './noise.js'

/**
 * A text as a reader sees it, of the same length: with white space in place of noise and, in Markdown, of raw HTML, comments,
 * badges, and the imports, exports and components of MDX. Code is unchanged. Tags within words become U+FEFF.
 */
export function readableText(text: string, format: SourceFormat | null): string {
  const readable = withoutNoise(text)
  if (format !== 'markdown' || !/[<{&]|%%|!\[|\]:|^(?:im|ex)port\s/mu.test(readable)) return readable
  const start = firstCodeEnd(text)
  const labels = badgeLabels(text)
  const visible = text.slice(start).replace(markup, (found: string, ...rest: unknown[]) => {
    const { code, name, entity, label } = rest.at(-1) as Partial<Record<string, string>>
    if (entity !== undefined) return decoded(entity).padEnd(found.length, '\uFEFF')
    if (code !== undefined || (name !== undefined && !isTag(found, name, text))) return found
    if (label !== undefined && !labels.has(label)) return found
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

/** The labels of badges and of their links. */
function badgeLabels(text: string): Set<string | undefined> {
  const labels = new Set(Array.from(text.matchAll(badgeDefinition), ([, label]) => label))
  for (const [, image, target] of text.matchAll(linkedImage)) if (labels.has(image)) labels.add(target)
  return labels
}

const characters = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
}
const entities = new Map(Object.entries(characters))

function decoded(entity: string): string {
  const code = Number(entity.replace(/^#x/iu, '0x').replace('#', ''))
  return entities.get(entity) ?? String.fromCodePoint(code).replace(/[\s\p{C}]/u, ' ')
}

const braces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
const attributes = String.raw`(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${braces}|[^\s"'{}<>\x60]+))?|\s+${braces})*`
const badgeAddress = String.raw`[^\s()]*(?:shields\.io|badge|travis-ci|codecov|coveralls|/workflows/)[^\s()]*(?:\s"[^"]*")?`
const badge = String.raw`!\[[^[\]]*\](?:\(${badgeAddress}\)|\[[^[\]]*(?:badge|image|shield)[^[\]]*\])`
const badgeDefinition = new RegExp(String.raw`^ {0,3}\[([^[\]\n]+)\]:[ \t]*<?${badgeAddress}`, 'gmu')
const linkedImage = /\[!\[[^[\]]*\]\[([^[\]]+)\]\]\[([^[\]]+)\]/gu

/** Code, which stays, or markup; groups contain the name of a tag, an entity, and a label, which may be that of a badge. */
const markup = new RegExp(
  [
    String.raw`(?<code>^[\s>]*(?<fence>\x60{3,}|~{3,})[^\n]*\n[^]*?(?:^[\s>]*\k<fence>|$(?![^]))|(?<ticks>\x60+)(?!\x60)(?:[^\n]|\n(?!\s*\n))*?(?<!\x60)\k<ticks>(?!\x60))`,
    String.raw`<!--[^]*?(?:-->|$(?![^]))|\{/\*[^]*?\*/\}|(?<!\S)%%[^]*?%%(?!\S)`,
    String.raw`<(?<raw>script|style|svg)\b[^]*?(?:</\k<raw>\s*>|$(?![^]))`,
    String.raw`\[\s*${badge}\s*\](?:\([^\s()]*(?:\s"[^"]*")?\)|\[[^[\]]*\])|${badge}`,
    String.raw`^ {0,3}\[[^[\]\n]+\]:[ \t]*(?:#|<>)[ \t][^\n]*$|&(?<entity>${[...entities.keys()].join('|')}|#\d{2,5}|#[xX][\da-fA-F]{2,4});`,
    String.raw`\[!\[[^[\]]*\]\[(?<label>[^[\]]+)\]\](?:\([^\s()]*\)|\[[^[\]]*\])|!\[[^[\]]*\]\[(?<label>[^[\]]+)\]|^ {0,3}\[(?<label>[^[\]\n]+)\]:[ \t]*\S+(?:[ \t]["'(][^\n]*)?$`,
    String.raw`^import\s(?:[\w*{][^;'"]{0,2000}?\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$`,
    String.raw`^export\s+(?:default|const|let|var|function|async|class|\{|\*)\b(?:[^\n]*[{([][ \t]*\n[^]{0,2000}?\n[\])}][^\n]*|[^]*?(?=\n\s*\n|$(?![^])))`,
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
