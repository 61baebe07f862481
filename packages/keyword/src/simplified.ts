import table from 'opencc-js/dict/TSCharacters'

let characters: ReadonlyMap<string, string> | undefined

/** The simplified form of a traditional Chinese character, by the table of OpenCC; every other character itself. */
export function simplified(character: string): string {
  characters ??= new Map(table.split('|').map((pair) => pair.split(' ') as [string, string]))
  return characters.get(character) ?? character
}
