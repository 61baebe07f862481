/** A part of a text that no sentence reaches beyond, on one line and without its markup. */
export interface Block {
  /** Sentences end within prose alone: a heading, a table row or a line of code is one, whatever it holds. */
  readonly kind: 'prose' | 'heading' | 'line'
  readonly text: string
}

/** White space that is not one space. */
const uneven = /[^\S ]|\u0085| {2}/u
const space = /[\s\u0085]+/gu

/** On one line, words one space apart. */
export function onOneLine(text: string): string {
  return (uneven.test(text) ? text.replace(space, ' ') : text).trim()
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/u
const fence = /^[\s>]*(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/u

/**
 * Takes a text apart where Markdown says that something else begins. Marks that hold no word and mean nothing in one
 * line are left out: hashes, bullets, quote marks, outer pipes, rules, fences with their language. What stands within
 * a line (emphasis, links, the pipes between cells) stays: leaving it out takes a parser, and `*`, `_` and paths are
 * what people look for in code. Texts that are no Markdown lose no word by it.
 */
export function readBlocks(text: string): Block[] {
  const blocks = createBlocks()
  let opening = ''
  for (const source of text.split(lineEnd)) {
    const [, marks = '', language = ''] = fence.exec(source) ?? []
    if (marks !== '' && marks.startsWith(opening)) {
      blocks.add({ kind: 'break' })
      // What has a language opens one, even where a text that begins within a fence made it look otherwise.
      opening = opening === '' || language.trim() !== '' ? marks : ''
    } else
      blocks.add(opening === '' ? readLine(source, blocks.isWithinProse()) : { kind: 'line', text: source })
  }
  return blocks.end()
}

/** A line by its markup; prose goes on in the next line, an item begins anew. */
type Line = { readonly kind: Block['kind'] | 'item'; readonly text: string } | { readonly kind: 'break' }

/** Code outside of fences: what such a line says ends with it. */
const codeEnd = /[;{}]\s*$/u

/** Blocks in the making: prose goes on until something else begins. */
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

/** Where no markup begins: most lines of most texts. */
const letter = /^ ?[A-Za-z]/
const quote = /^\s*(?:>+\s+)+/u

/** Thematic breaks, underlined headings, the second row of a table, empty items and quotes. */
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
