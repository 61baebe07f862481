/** FNV-1a over UTF-16 units, 32 bits: two of a question's and a chunk's words fall together once in millions. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}
