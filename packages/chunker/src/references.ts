import { isBlank } from './lines.js'
import type { Structure } from './structure/parse-blocks.js'

/** The links and tags of a note, each once, in order and as written; up to 1,000 of each. */
export interface References {
  /**
   * Targets of `[[links]]`, `![[embeds]]`, Markdown links, link definitions and links of HTML, without heading and alias. Paths are
   * relative to the note's folder, and begin with `./`, `../` or `/`. URLs are left out.
   */
  readonly links: readonly string[]
  /** The tags in its text without `#`, such as `tea/green`; those of front matter are metadata. */
  readonly tags: readonly string[]
}

const maxReferences = 1000

/** In UTF-16 units. */
const maxTagLength = 200

/** Reads links and tags as Obsidian does: front matter has links, code has neither, and raw HTML has only its own links. Takes linear time. */
export function readReferences(lines: readonly string[], structure: Structure): References {
  const [links, tags] = [new Set<string>(), new Set<string>()]
  for (const line of lines.slice(0, structure.firstLine)) addAll(links, wikilinksIn(line))
  for (const { text, isHtml } of paragraphsOf(lines, structure)) {
    if (!/[#[<]/.test(text)) continue
    const plain = withoutCode(text).replaceAll(comment, '').replace(siteLink, '$1$2')
    if (!isHtml && /[#[]/.test(plain)) {
      addAll(links, wikilinksIn(plain))
      addAll(links, pathsOf(plain, markdownLink))
      addAll(links, pathsOf(plain, linkDefinition))
      addAll(tags, tagsIn(plain.replaceAll(linkDefinition, '')))
    }
    if (plain.includes('<')) addAll(links, pathsOf(plain, htmlLink))
  }
  return { links: [...links], tags: [...tags] }
}

function addAll(references: Set<string>, added: Iterable<string>): void {
  for (const each of added) if (references.size < maxReferences) references.add(each)
}

/** The text between blank lines and literals, which inline code cannot cross, and that of raw HTML. */
function* paragraphsOf(lines: readonly string[], { firstLine, code, html }: Structure) {
  const ranges = [...code, ...html.map((range) => ({ ...range, isHtml: true }))]
  const literals = new Map(ranges.map((range) => [range.start, range]))
  let paragraph: string[] = []
  for (let index = firstLine; index < lines.length;) {
    const line = lines[index] ?? ''
    const literal = literals.get(index)
    if (literal === undefined && !isBlank(line)) paragraph.push(line)
    else if (paragraph.length > 0) {
      yield { text: paragraph.join('\n'), isHtml: false }
      paragraph = []
    }
    if (literal && 'isHtml' in literal)
      yield { text: lines.slice(index, literal.end).join('\n'), isHtml: true }
    index = Math.max(index + 1, literal?.end ?? 0)
  }
  yield { text: paragraph.join('\n'), isHtml: false }
}

/** Replaces inline code with a backtick. Code ends at the next run of backticks of the same length. */
function withoutCode(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, length: run.length }))
  const closing = closingRuns(runs.map(({ length }) => length))
  let plain = ''
  let from = 0
  for (let run = 0; run < runs.length; run++) {
    const [opens, closes] = [runs[run], runs[closing[run] ?? -1]]
    if (!opens || !closes) continue
    plain += `${text.slice(from, opens.start)}\``
    from = closes.start + closes.length
    run = closing[run] ?? run
  }
  return plain + text.slice(from)
}

/** For each run, the index of the next one of the same length. */
function closingRuns(lengths: readonly number[]): (number | undefined)[] {
  const next = new Map<number, number>()
  const closing: (number | undefined)[] = []
  for (let run = lengths.length - 1; run >= 0; run--) {
    const length = lengths[run] ?? 0
    closing[run] = next.get(length)
    next.set(length, run)
  }
  return closing
}

// Linear time, because no pattern can match the opening character of its next match.
const wikilink = /(?<!\\)\[\[([^[\]\n]+)\]\]/g
const markdownLink = /\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>]|\([^\s()<>]*\))+))/g
const linkDefinition =
  /^[ \t>]*\[(?!\^)[^[\]\n]+\]:[ \t]*(?:\n[ \t>]*)?(?:<([^<>\n]*)>|(?!<)([^\s]+))[ \t]*(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?[ \t]*$/gm
const htmlLink = /<[a-z][^<>]*?\s(?:href|to)=(?:["']([^"'<>]*)["']|([^\s"'<>{]+))/gi
const comment = /<!--(?:(?!<!--)[^])*?-->/g
/** The syntax of Jekyll and Hugo for links and for the root of the site. */
const siteLink =
  /\{\{\s*[\w.]*url\s*\}\}|\{\{\s*["']([^"'{}]+)["']\s*\|[^{}]*\}\}|\{(?:%|\{[<%])\s*(?:link|post_url|ref|relref)\s+(?:path=)?["']?([^\s"'{}%<>]+)["']?[^{}%<>]*[%>]\}\}?/g
const tag =
  /(?<=^|\s)(?<![({]\s)#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}_/-]+)/gmu

function wikilinksIn(text: string): string[] {
  return Array.from(text.matchAll(wikilink), ([, inner = '']) => {
    // In a table, the bar before an alias is escaped.
    const [target = ''] = inner.split(/\\?\||#/, 1)
    return target.trim()
  }).filter((target) => target !== '')
}

/** The relative paths that a pattern finds within marks or without. */
function pathsOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, marked, plain = '']) => relativePath(marked ?? plain)).filter(
    (path) => path !== undefined,
  )
}

/** The path of a link to a file; undefined for URLs and for headings of the same note. */
function relativePath(destination: string): string | undefined {
  const [written = ''] = destination.replace(/^@(?:site)?\//, '/').split(/[?#]/, 1)
  if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)) return undefined
  const path = decoded(written.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
  return /^(?:\.{0,2}\/)/.test(path) ? path : `./${path}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function tagsIn(text: string): string[] {
  return Array.from(text.matchAll(tag), ([, name = '']) => name)
    .filter((name) => name.length <= maxTagLength && /[^\d/]/.test(name))
    .map((name) => name.replace(/^\/+|\/+$/g, ''))
}
