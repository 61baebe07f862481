/** A piece of code in a Markdown document. */
export interface Fence {
  /** The line of the opening backquotes, from 1. */
  line: number
  /** What stands behind them: the language, then words of ours such as `no-run`. */
  info: string
  code: string
}

/** The fenced code blocks of a Markdown document, in order; a fence that is never closed reaches to the end. */
export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = []
  let open: { fence: Fence; marker: string; lines: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, marker = '', info = ''] = /^ {0,3}(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line) ?? []
    if (open === undefined) {
      if (marker !== '') open = { fence: { line: index + 1, info, code: '' }, marker, lines: [] }
    } else if (marker.startsWith(open.marker) && info === '') {
      fences.push({ ...open.fence, code: open.lines.join('\n') })
      open = undefined
    } else {
      open.lines.push(line)
    }
  }
  return open === undefined ? fences : [...fences, { ...open.fence, code: open.lines.join('\n') }]
}

/** The fences that are TypeScript to be run; `no-run` behind the language keeps one out. */
export function runnableFences(markdown: string): Fence[] {
  return fencesOf(markdown).filter(({ info }) => /^(?:ts|typescript)$/.test(info))
}

/** The first paragraph below the title, on one line; empty where there is none. */
export function firstParagraph(markdown: string): string {
  const [, ...blocks] = markdown.trim().split(/\n\s*\n/)
  return (blocks[0] ?? '').replaceAll(/\s*\n\s*/g, ' ').trim()
}

/** Whether a paragraph is one sentence: it ends with a stop, and no other stop is followed by a capital. */
export function isOneSentence(paragraph: string): boolean {
  const words = paragraph.replaceAll(/`[^`]*`/g, 'code')
  return /^\S.*\.$/.test(words) && !/[.!?]\s+\p{Lu}/u.test(words)
}

/** The targets of the links and images of a Markdown document, outside of code. */
export function linksOf(markdown: string): string[] {
  const code = fencesOf(markdown).reduce((text, fence) => text.replace(fence.code, ''), markdown)
  const text = code.replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(\s*<?([^)\s>]+)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm)].map(
    ([, inline, reference]) => inline ?? reference ?? '',
  )
}
