import { isBlank } from './lines.js'
import type { Structure } from './structure/parse-blocks.js'

/** What a note refers to, each thing once, in order and as it is written; at most 1,000 of each. */
export interface References {
  /**
   * The notes and files that it links to, of `[[links]]`, `![[embeds]]` and Markdown links, without heading and alias. Those of
   * Markdown links, which lead from the note's own folder, begin with `./`, `../` or `/`. Addresses on a network are left out.
   */
  readonly links: readonly string[]
  /** The tags in its text without their `#`, such as `tea/green`; those of front matter are metadata. */
  readonly tags: readonly string[]
}

/** Of more of them, all but the first are noise. */
const mostReferences = 1000

/** In UTF-16 units. */
const longestTag = 200

/**
 * Reads the links and tags of a Markdown document as Obsidian does: front matter has links, code and raw HTML have neither.
 * Takes linear time.
 */
export function readReferences(lines: readonly string[], structure: Structure): References {
  const [links, tags] = [new Set<string>(), new Set<string>()]
  for (const line of lines.slice(0, structure.firstLine)) addAll(links, wikilinksIn(line))
  for (const paragraph of paragraphsOf(lines, structure)) {
    if (!/[#[]/.test(paragraph)) continue
    const text = withoutCode(paragraph)
    addAll(links, wikilinksIn(text))
    addAll(links, markdownLinksIn(text))
    addAll(tags, tagsIn(text))
  }
  return { links: [...links], tags: [...tags] }
}

function addAll(references: Set<string>, found: Iterable<string>): void {
  for (const each of found) if (references.size < mostReferences) references.add(each)
}

/** The text between blank lines and literals: code in a line may go on in the next one, but not behind these. */
function* paragraphsOf(lines: readonly string[], { firstLine, literals }: Structure): Generator<string> {
  const ends = new Map(literals.map(({ start, end }) => [start, end]))
  let paragraph: string[] = []
  for (let index = firstLine; index < lines.length;) {
    const line = lines[index] ?? ''
    const literalEnd = ends.get(index)
    if (literalEnd === undefined && !isBlank(line)) paragraph.push(line)
    else if (paragraph.length > 0) {
      yield paragraph.join('\n')
      paragraph = []
    }
    index = Math.max(index + 1, literalEnd ?? 0)
  }
  yield paragraph.join('\n')
}

/** The text with a backtick for each stretch of code: code ends at the next run of as many backticks as began it. */
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

/** For each run the next one of the same length; undefined where there is none. */
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

// No pattern can match the opening character of its next match, so each takes linear time.
const wikilink = /\[\[([^[\]\n]+)\]\]/g
const markdownLink = /\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>]|\([^\s()<>]*\))+))/g
const tag = /(?<=^|\s)#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}_/-]+)/gmu

function wikilinksIn(text: string): string[] {
  return Array.from(text.matchAll(wikilink), ([, inner = '']) => {
    // In a table the bar before an alias has a backslash.
    const [target = ''] = inner.split(/\\?\||#/, 1)
    return target.trim()
  }).filter((target) => target !== '')
}

function markdownLinksIn(text: string): string[] {
  return Array.from(text.matchAll(markdownLink), ([, bracketed, plain = '']) =>
    ownPath(bracketed ?? plain),
  ).filter((path) => path !== undefined)
}

/** The path of a link to a file nearby; undefined for addresses and for headings of the same note. */
function ownPath(destination: string): string | undefined {
  const [written = ''] = destination.split(/[?#]/, 1)
  if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)) return undefined
  const path = decoded(written)
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
    .filter((name) => name.length <= longestTag && /[^\d/]/.test(name))
    .map((name) => name.replace(/^\/+|\/+$/g, ''))
}
