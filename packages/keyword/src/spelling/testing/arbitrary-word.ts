import fc from 'fast-check'

const latin = 'abcdefghijklmnopqrstuvwxyz'

/** A lower-case word of the letters a to z. */
export function arbitraryWord(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...latin), minLength, maxLength })
}

/** One edit; `at` is a share of the word, so that it fits words of every length. */
export interface Edit {
  readonly kind: 'leave out' | 'swap' | 'replace' | 'put in'
  readonly at: number
  readonly letter: string
}

export const arbitraryEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('leave out', 'swap', 'replace', 'put in'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  letter: fc.constantFrom(...latin),
})

/** A word after an edit; the word itself if the edit changes nothing. */
export function edited(word: string, { kind, at, letter }: Edit): string {
  const place = Math.floor(at * (kind === 'put in' ? word.length + 1 : word.length))
  const before = word.slice(0, place)
  const after = word.slice(place + 1)
  switch (kind) {
    case 'leave out':
      return before + after
    case 'swap':
      return before + after.slice(0, 1) + word.charAt(place) + after.slice(1)
    case 'replace':
      return before + letter + after
    case 'put in':
      return before + letter + word.slice(place)
  }
}
