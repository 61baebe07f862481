import type { Item } from '@recallite/store'
import type { PositionedItem } from '../read-items.js'

/** Neighbouring chunks of one section as one result. */
export interface JoinedChunks {
  /** The ids of the chunks besides the best one, in the order of their lines. */
  readonly ids: readonly string[]
  readonly startLine: number
  readonly endLine: number
  /** The lines from the first to the last, each once. */
  readonly text: string
}

/** Chunks whose lines overlap or follow each other. */
interface Section {
  /** In the order of their lines. */
  readonly parts: readonly PositionedItem[]
  /** The one that ranks best. */
  readonly best: PositionedItem
  readonly startLine: number
  readonly endLine: number
}

/**
 * Joins items whose lines overlap or follow each other under the same headings of the same document. A joined item has the
 * position of its best chunk. Pieces of long lines stay apart.
 * @param items the best first
 * @param reach a chunk is joined with a better one if at most so many items are between them
 */
export function joinNeighbours(
  items: readonly PositionedItem[],
  reach: number,
): (PositionedItem & { readonly joined?: JoinedChunks | undefined })[] {
  const sections: Section[] = []
  for (const ranked of items) {
    const { startLine, endLine } = ranked.item.locator
    let section: Section = { parts: [ranked], best: ranked, startLine, endLine }
    // A chunk between two sections makes them one.
    for (const known of sections.filter(({ best }) => ranked.position - best.position <= reach)) {
      if (!areNeighbours(known, section)) continue
      sections.splice(sections.indexOf(known), 1)
      section = join(known, section)
    }
    sections.push(section)
  }
  return sections
    .toSorted((a, b) => a.best.position - b.best.position)
    .map((section) =>
      section.parts.length > 1 ? { ...section.best, joined: toJoined(section) } : section.best,
    )
}

function join(one: Section, other: Section): Section {
  return {
    parts: [...one.parts, ...other.parts].toSorted(byLine),
    best: one.best.position < other.best.position ? one.best : other.best,
    startLine: Math.min(one.startLine, other.startLine),
    endLine: Math.max(one.endLine, other.endLine),
  }
}

function toJoined({ parts, best, startLine, endLine }: Section): JoinedChunks {
  const lines: string[] = []
  for (const { item } of parts) {
    const known = startLine + lines.length - item.locator.startLine
    lines.push(...item.text.split('\n').slice(known))
  }
  const ids = parts.map(({ id }) => id).filter((id) => id !== best.id)
  return { ids, startLine, endLine, text: lines.join('\n') }
}

function areNeighbours(one: Section, other: Section): boolean {
  const [a, b] = [one.best.item, other.best.item]
  const isApart = one.startLine > other.endLine + 1 || other.startLine > one.endLine + 1
  if (isApart || a.locator.root !== b.locator.root || a.locator.path !== b.locator.path) return false
  const headings = [a, b].map(({ attributes }) => JSON.stringify(attributes.heading))
  return headings[0] === headings[1] && hasWholeLines(a) && hasWholeLines(b)
}

function hasWholeLines({ locator: { startLine, endLine, startColumn }, text }: Item): boolean {
  return startColumn === null && text.split('\n').length === endLine - startLine + 1
}

function byLine({ item: { locator: a } }: PositionedItem, { item: { locator: b } }: PositionedItem): number {
  return a.startLine - b.startLine || a.endLine - b.endLine
}
