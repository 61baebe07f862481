/** A part of a text that no sentence extends beyond, on one line and without its markup. */
export interface Block {
  /** Only prose is divided into sentences; a heading, a table row or a line of code counts as one. */
  readonly kind: 'prose' | 'heading' | 'line'
  readonly text: string
}

/** White space other than single spaces. */
const uneven = /[^\S ]|\u0085| {2}/u
const space = /[\s\u0085]+/gu

/** The text on one line, with single spaces. */
export function onOneLine(text: string): string {
  return (uneven.test(text) ? text.replace(space, ' ') : text).trim()
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/u
const fence = /^[\s>]*(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/u

/**
 * Divides a text at the block structure of Markdown. Marks that mean nothing on one line are left out: hashes, bullets,
 * quote marks, outer pipes, rules, fences. Inline markup stays: removing it takes a parser, and people search code for
 * `*`, `_` and paths. Texts that are not Markdown lose no word.
 */
export function readBlocks(text: string): Block[] {
  const blocks = createBlocks()
  let opening = ''
  for (const source of text.split(lineEnd)) {
    const [, marks = '', language = ''] = fence.exec(source) ?? []
    if (marks !== '' && marks.startsWith(opening)) {
      blocks.add({ kind: 'break' })
      // A fence with a language opens a block, even if an earlier, unpaired fence suggests otherwise.
      opening = opening === '' || language.trim() !== '' ? marks : ''
    } else
      blocks.add(opening === '' ? readLine(source, blocks.isWithinProse()) : { kind: 'line', text: source })
  }
  return blocks.end()
}

/** A line and its kind; prose continues in the next line, an item does not continue the line before. */
type Line = { readonly kind: Block['kind'] | 'item'; readonly text: string } | { readonly kind: 'break' }

/** A line of code outside of fences ends its block. */
const codeEnd = /[;{}]\s*$/u

/** Collects blocks; prose continues until another kind begins. */
function createBlocks() {
  const blocks: Block[] = []
  const prose: string[] = []
  const push = (kind: Block['kind'], source: string): void => {
    const text = onOneLine(source)
    if (text !== '') blocks.push({ kind, text })
  }
  const endProse = (): void => push('prose', prose.splice(0).join(' '))
  return {
    isWithinProse: () => prose.length > 0,
    add(line: Line): void {
      if (line.kind !== 'prose') endProse()
      if (line.kind === 'break') return
      if (line.kind === 'heading' || line.kind === 'line') push(line.kind, line.text)
      else {
        prose.push(line.text)
        if (codeEnd.test(line.text)) endProse()
      }
    },
    end: (): Block[] => {
      endProse()
      return blocks
    },
  }
}

/** Lines that begin so have no markup; most lines do. */
const letter = /^ ?[A-Za-z]/
const quote = /^\s*(?:>+\s+)+/u
/** Thematic breaks, heading underlines, separator rows of tables, empty items and quotes. */
const rule = /^[\s|:>+=*_~-]*$/u
const heading = /^\s{0,3}#{1,6}\s+/u
const closingHashes = /\s#+\s*$/u
const row = /^\s*\|/u
const outerPipes = /^\s*\||\|\s*$/gu
const bullet = /^\s*[-*+•]\s+/u
const number = /^\s*\d{1,9}[.)]\s/u
const indented = /^(?: {4}|\t)/u

function readLine(source: string, isWithinProse: boolean): Line {
  if (letter.test(source)) return { kind: 'prose', text: source }
  const line = source.replace(quote, '')
  if (rule.test(line)) return { kind: 'break' }
  if (heading.test(line)) {
    return { kind: 'heading', text: line.replace(heading, '').replace(closingHashes, '') }
  }
  if (row.test(line)) return { kind: 'line', text: line.replace(outerPipes, '') }
  if (bullet.test(line)) return { kind: 'item', text: line.replace(bullet, '') }
  if (number.test(line)) return { kind: 'item', text: line }
  if (indented.test(line) && !isWithinProse) return { kind: 'line', text: line }
  return { kind: 'prose', text: line }
}
