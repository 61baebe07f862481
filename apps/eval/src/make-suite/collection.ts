import type { Note } from './note.js'

/** What is known of all notes together. */
export interface Collection {
  readonly size: number
  /** How many notes hold all of the words, each as a comparable word. */
  frequencyOf(words: readonly string[]): number
}

/** Reads which words the notes have in common. */
export function readCollection(notes: readonly Note[]): Collection {
  const places = new Map<string, Set<number>>()
  for (const [place, { words }] of notes.entries()) {
    for (const word of new Set(words.flatMap((line) => line.words))) {
      const known = places.get(word)
      if (known) known.add(place)
      else places.set(word, new Set([place]))
    }
  }
  const none: ReadonlySet<number> = new Set()
  return {
    size: notes.length,
    frequencyOf(words) {
      const sets = words.map((word) => places.get(word) ?? none).toSorted((a, b) => a.size - b.size)
      const [rarest = none, ...others] = sets
      if (others.length === 0) return rarest.size
      return [...rarest].filter((place) => others.every((set) => set.has(place))).length
    },
  }
}
