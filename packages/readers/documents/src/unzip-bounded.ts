import { unzipSync, zipSync } from 'fflate'

/** In bytes: Office files have less text than this, and an archive may unpack to thousands of times its size. */
const largest = 64 * 1024 * 1024

const decoder = new TextDecoder()

/**
 * The files of an archive that are wanted, as texts by their names.
 * @throws RangeError if they are too large
 */
export function unzipTexts(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  const files = Object.entries(unzipBounded(bytes, isWanted))
  return new Map(files.map(([name, content]) => [name, decoder.decode(content)]))
}

/**
 * The same archive without what is not wanted, and not packed: it is read to no more bytes than it says.
 * @throws RangeError if its files are too large
 */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Uint8Array {
  return zipSync(unzipBounded(bytes, isWanted), { level: 0 })
}

function unzipBounded(bytes: Uint8Array, isWanted: (name: string) => boolean): Record<string, Uint8Array> {
  let total = 0
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isWanted(name)) return false
      total += originalSize
      if (total > largest) throw new RangeError(`it unpacks to more than ${largest / 1024 / 1024} MB`)
      return true
    },
  })
}
