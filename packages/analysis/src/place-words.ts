import { wordsOf, type IndexWord } from './words.js'

/** Stands for the ends of a path and for its slashes: a private-use character, so that no path has it as a word. */
const edge: IndexWord = { form: '\u{F8FF}', stem: '\u{F8FF}' }

const slash = /[/\\]+/u

function unitsOf(text: string): IndexWord[] {
  return wordsOf(text).flatMap(({ units }) => units)
}

/** The words of a document's path: `notes/i18n.ts` as edge, notes, edge, i18n, ts, edge. */
export function placeWords(path: string): IndexWord[] {
  const names = path
    .split(slash)
    .map(unitsOf)
    .filter((units) => units.length > 0)
  return [edge, ...names.flatMap((units) => [...units, edge])]
}
