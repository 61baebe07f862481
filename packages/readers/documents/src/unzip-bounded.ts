import { unzipSync, zipSync } from 'fflate'

/** In bytes. Office files have less text, but an archive may unpack to thousands of times its size. */
const maxSize = 64 * 1024 * 1024

const decoder = new TextDecoder()
type NameTest = (name: string) => boolean

/** In bytes: the shortest entry of an archive's directory. */
const minEntry = 46

/**
 * Selected files of an archive, as texts by name.
 * @throws RangeError if they are too large, or the archive states more than it contains
 */
export function unzipTexts(bytes: Uint8Array, isSelected: NameTest): Map<string, string> {
  const files = Object.entries(unzipBounded(bytes, isSelected))
  return new Map(files.map(([name, content]) => [name, decoder.decode(content)]))
}

/**
 * An uncompressed archive of selected files, which can be read with bounded memory.
 * @throws RangeError if its files are too large
 */
export function unpack(bytes: Uint8Array, isSelected: NameTest): Uint8Array {
  return zipSync(unzipBounded(bytes, isSelected), { level: 0 })
}

function unzipBounded(bytes: Uint8Array, isSelected: NameTest): Record<string, Uint8Array> {
  let [entries, packed, total] = [0, 0, 0]
  return unzipSync(bytes, {
    filter({ name, size, originalSize }) {
      entries += 1
      if (entries * minEntry > bytes.length) throw new RangeError('it states more files than it contains')
      if (!isSelected(name)) return false
      packed += size
      if (packed > bytes.length) throw new RangeError('its files overlap')
      total += originalSize
      if (total > maxSize) throw new RangeError(`it unpacks to more than ${maxSize / 1024 / 1024} MB`)
      return true
    },
  })
}
