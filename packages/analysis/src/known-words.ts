/** Values that are remembered for parts of texts, and found again without making a string of each part. */
export interface KnownWords<Value> {
  /** The value of the part of a text; undefined if it is not known. */
  find(text: string, start: number, end: number): Value | undefined
  /** Remembers the value of the part that was sought last and was not found. */
  add(word: string, value: Value): void
}

/** At most this many are remembered; then everything is forgotten. */
const mostKnown = 50_000
/** Places of the table: more than twice as many, and a power of two, so that few places are taken when a word is sought. */
const places = 2 ** 17

/** An empty table of words: open addressing with linear probing, by FNV-1a over UTF-16 units. */
export function createKnownWords<Value>(): KnownWords<Value> {
  /** For each place the number of its word, from 1; 0 for none. */
  const numbers = new Int32Array(places)
  const hashes = new Int32Array(mostKnown)
  let words: string[] = []
  let values: Value[] = []
  let free = 0
  let freeHash = 0

  function forget(): void {
    numbers.fill(0)
    words = []
    values = []
    free = freeHash & (places - 1)
  }

  return {
    find(text, start, end) {
      const hash = hashOf(text, start, end)
      let place = hash & (places - 1)
      for (let number = numbers[place] ?? 0; number > 0; number = numbers[place] ?? 0) {
        const word = words[number - 1] ?? ''
        const isAlike = hashes[number - 1] === hash && word.length === end - start
        if (isAlike && standsAt(word, text, start)) return values[number - 1]
        place = (place + 1) & (places - 1)
      }
      free = place
      freeHash = hash
      return undefined
    },
    add(word, value) {
      if (words.length === mostKnown) forget()
      hashes[words.length] = freeHash
      values.push(value)
      numbers[free] = words.push(word)
    },
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let place = start; place < end; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  // The last bits of a product depend on the last bits of its factors alone.
  return hash ^ (hash >>> 15)
}

function standsAt(word: string, text: string, start: number): boolean {
  for (let place = 0; place < word.length; place += 1) {
    if (word.charCodeAt(place) !== text.charCodeAt(start + place)) return false
  }
  return true
}
