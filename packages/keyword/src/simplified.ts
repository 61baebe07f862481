import table from 'opencc-js/dict/TSCharacters'

const characters = new Map<string, string>()
const pairs = `|${table}|`

/** The simplified form of a traditional Chinese character, by the table of OpenCC; every other character itself. */
export function simplified(character: string): string {
  const cached = characters.get(character)
  if (cached !== undefined) return cached
  // Splitting the table would take longer than looking up the characters of a search.
  const start = pairs.indexOf(`|${character} `)
  const from = start + character.length + 2
  const form = start === -1 ? character : pairs.slice(from, pairs.indexOf('|', from))
  characters.set(character, form)
  return form
}
