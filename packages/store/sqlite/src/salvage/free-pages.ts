import { pageSize, type PageFile } from './page-file.js'

const [firstTrunk, nextTrunk, leafCount, leaves] = [32, 0, 4, 8] as const
const mostLeaves = (pageSize - leaves) / 4

/**
 * The pages that the database does not use, as far as its list of them can be followed: what they still hold was
 * removed.
 */
export function freePages(pages: PageFile): ReadonlySet<number> {
  const free = new Set<number>()
  let trunk = pages.read(1)?.readUInt32BE(firstTrunk) ?? 0
  while (trunk > 1 && trunk <= pages.count && !free.has(trunk)) {
    const page = pages.read(trunk)
    const count = page?.readUInt32BE(leafCount) ?? 0
    if (!page || count > mostLeaves) break
    free.add(trunk)
    for (let leaf = 0; leaf < count; leaf += 1) free.add(page.readUInt32BE(leaves + leaf * 4))
    trunk = page.readUInt32BE(nextTrunk)
  }
  return free
}
