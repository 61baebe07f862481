import { readRegular } from '../fingerprint.ts'

/** The page size of all databases of the program, in bytes. */
export const pageSize = 8192

/** Stores the pages of a database and its log. The returned functions tell whether pages with a text have changed. */
export function rememberPages(file: string) {
  const before = pagesOf(file)
  const holders = (text: Buffer | string) => [...before].filter(([, page]) => page.includes(text))
  return () => {
    const after = pagesOf(file)
    const isSame = ([where, page]: [string, Buffer]) => after.get(where)?.equals(page) === true
    return {
      /** Whether a page with the text has changed, or no page had it. */
      isHit: (text: Buffer | string) => !(holders(text).length > 0 && holders(text).every(isSame)),
      /** Whether a page with the text is unchanged. */
      isSound: (text: Buffer | string) => holders(text).some(isSame),
      areAllGone: () => ![...before].some(isSame),
    }
  }
}

export type Pages = ReturnType<ReturnType<typeof rememberPages>>

/** Pages with table rows, by location. Includes only committed pages of a log. */
function pagesOf(file: string): Map<string, Buffer> {
  const pages = new Map<string, Buffer>()
  for (const [path, head, between] of [[file, 0, 0] as const, [`${file}-wal`, 32, 24] as const]) {
    const bytes = readRegular(path) ?? readRegular(`${path}.moved`) ?? Buffer.alloc(0)
    const waiting: [string, Buffer][] = []
    for (let at = head; at < bytes.length; at += between + pageSize) {
      const page = bytes.subarray(at, at + between + pageSize)
      // Other kinds of pages retain bytes of moved rows.
      if (page[between] === leafPage) waiting.push([`${between} ${at}`, page])
      const isCommitted = between === 0 || (page.length === between + pageSize && page.readUInt32BE(4) > 0)
      if (isCommitted) for (const [where, committed] of waiting.splice(0)) pages.set(where, committed)
    }
  }
  return pages
}

const leafPage = 13
