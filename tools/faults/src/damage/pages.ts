/**
 * Size of a database's pages, as its header says.
 * https://www.sqlite.org/fileformat2.html#the_database_header
 */
export function pageSizeOf(file: Buffer) {
  const size = file.readUInt16BE(16)
  return size === 1 ? 65_536 : size
}

/**
 * A copy in which one bit is the other way round.
 * @param bit number of the bit from the beginning of the file
 */
export function flipBit(file: Buffer, bit: number) {
  const copy = Buffer.from(file)
  const byte = Math.floor(bit / 8)
  if (byte >= copy.length) throw new RangeError(`There is no bit ${bit} in ${copy.length} bytes.`)
  copy[byte] = (copy[byte] ?? 0) ^ (1 << (bit % 8))
  return copy
}

/** Numbers of the pages, from 0, that are not as they were. */
export function changedPages(before: Buffer, after: Buffer) {
  const size = pageSizeOf(before)
  const changed = new Set()
  for (let page = 0; page * size < before.length; page += 1) {
    const [from, to] = [page * size, (page + 1) * size]
    if (!before.subarray(from, to).equals(after.subarray(from, to))) changed.add(page)
  }
  return changed
}

/**
 * The pages on which the bytes of each vector lie. The file is read once for all of them: once for each would keep the
 * process from answering as a provider for longer than a program waits.
 * @param vectors by their text, all of one length
 * @returns those that lie in one piece somewhere, by their text
 */
export function vectorPages(file: Buffer, vectors: ReadonlyMap<string, Buffer>): Map<string, number[]> {
  const texts = new Map([...vectors].map(([text, bytes]) => [bytes.toString('latin1'), text]))
  const begins = new Set([...vectors.values()].map((bytes) => bytes.readUInt32LE(0)))
  const [length = 0] = [...vectors.values()].map((bytes) => bytes.length)
  const pages: Map<string, number[]> = new Map()
  for (let at = 0; at + length <= file.length; at += 1) {
    if (!begins.has(file.readUInt32LE(at))) continue
    const text = texts.get(file.toString('latin1', at, at + length))
    if (text === undefined) continue
    pages.set(text, [...(pages.get(text) ?? []), Math.floor(at / pageSizeOf(file))])
  }
  return pages
}

/** Numbers of the pages, from 0, on which these bytes begin. */
export function pagesWith(file: Buffer, bytes: Buffer) {
  const pages = []
  for (let at = file.indexOf(bytes); at >= 0; at = file.indexOf(bytes, at + 1)) {
    pages.push(Math.floor(at / pageSizeOf(file)))
  }
  return pages
}
