/** Takes a word in lower case with its accents. */
type Stemmer = (word: string) => string

/** The algorithm is older than the letters with a comma below, and knows those with a cedilla. */
const asOfOld =
  (stemmer: Stemmer): Stemmer =>
  (word) =>
    stemmer(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))

/**
 * The Snowball algorithm of each language but English, by ISO 639-1 code; loaded when a text or a question needs it:
 * all together take longer to load than most questions to answer.
 */
export const stemmers = {
  da: async () => (await import('@orama/stemmers/danish')).stemmer,
  de: async () => (await import('@orama/stemmers/german')).stemmer,
  es: async () => (await import('@orama/stemmers/spanish')).stemmer,
  fi: async () => (await import('@orama/stemmers/finnish')).stemmer,
  fr: async () => (await import('@orama/stemmers/french')).stemmer,
  hu: async () => (await import('@orama/stemmers/hungarian')).stemmer,
  it: async () => (await import('@orama/stemmers/italian')).stemmer,
  nl: async () => (await import('@orama/stemmers/dutch')).stemmer,
  no: async () => (await import('@orama/stemmers/norwegian')).stemmer,
  pt: async () => (await import('@orama/stemmers/portuguese')).stemmer,
  ro: async () => asOfOld((await import('@orama/stemmers/romanian')).stemmer),
  ru: async () => (await import('@orama/stemmers/russian')).stemmer,
  sv: async () => (await import('@orama/stemmers/swedish')).stemmer,
  tr: async () => (await import('@orama/stemmers/turkish')).stemmer,
} as const satisfies Record<string, () => Promise<Stemmer>>
