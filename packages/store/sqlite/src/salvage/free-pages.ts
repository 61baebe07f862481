import { pageSize, type PageFile } from './page-file.js'

const [firstTrunk, nextTrunk, leafCount, leaves] = [32, 0, 4, 8] as const
const mostLeaves = (pageSize - leaves) / 4

/** The pages that one page of the list names, and the next page of it; undefined where it makes no sense. */
function readTrunk(page: Buffer | undefined): { next: number; named: number[] } | undefined {
  const count = page?.readUInt32BE(leafCount) ?? 0
  if (!page || count > mostLeaves) return undefined
  const named = Array.from({ length: count }, (_, leaf) => page.readUInt32BE(leaves + leaf * 4))
  return { next: page.readUInt32BE(nextTrunk), named }
}

/**
 * The pages that the database does not use, as far as its list of them can be followed: what they still hold was
 * removed.
 */
export function freePages(pages: PageFile): ReadonlySet<number> {
  const free = new Set<number>()
  let number = pages.read(1)?.readUInt32BE(firstTrunk) ?? 0
  while (number > 1 && number <= pages.count && !free.has(number)) {
    const trunk = readTrunk(pages.read(number))
    if (!trunk) break
    for (const page of [number, ...trunk.named]) free.add(page)
    number = trunk.next
  }
  return free
}
