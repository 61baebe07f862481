/** A text, a star or a character. */
export type Atom = { text: readonly string[] } | { sign: string } | { fits: (character: string) => boolean }

function foldName(name: string) {
  const folded = name
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu, '')
    .normalize('NFKC')
  return folded.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('/', '\u2215')
}

/** Paths are compared without case and accents, name by name. */
export function foldPath(path: string) {
  return path.split('/').map(foldName).join('/')
}

/** Where the signs of a glob stand, each with what is behind it: escapes, brackets, stars, braces, all others. */
const token = /\\.|\[[!^]?(?!\])(?:\\.|[^\]\\])+\]|\[[!^]?\](?:\\.|[^\]\\])*\]|\*\*|[*?{},]|[^]/gsu

function tokensOf(glob: string) {
  return glob.match(token) ?? []
}

/** Where the brace that opens at a place closes; −1 where it does not. */
function closingBrace(tokens: readonly string[], at: number) {
  let depth = 0
  for (let place = at; place < tokens.length; place++) {
    if (tokens[place] === '{') depth++
    if (tokens[place] === '}' && --depth === 0) return place
  }
  return -1
}

/** The alternatives between braces. */
function alternatives(tokens: readonly string[]): string[][] {
  const found: string[][] = [[]]
  let end = -1
  for (const [place, each] of tokens.entries()) {
    if (each === '{' && place > end) end = closingBrace(tokens, place)
    if (each === ',' && place > end) found.push([])
    else found.at(-1)?.push(each)
  }
  return found
}

/** A glob with its braces written out; where a branch begins stands an empty token. */
function writtenOut(tokens: readonly string[]): string[][] {
  for (const [place, each] of tokens.entries()) {
    const end = each === '{' ? closingBrace(tokens, place) : -1
    if (end < 0) continue
    const behind = writtenOut(tokens.slice(end + 1))
    const inside = alternatives(tokens.slice(place + 1, end)).flatMap(writtenOut)
    return inside.flatMap((middle) =>
      behind.map((rest) => [...tokens.slice(0, place), '', ...middle, ...rest]),
    )
  }
  return [[...tokens]]
}

function bracketAtom(bracket: string): Atom {
  const isNegated = /^\[[!^]/u.test(bracket)
  const ranges = Array.from(
    bracket.slice(isNegated ? 2 : 1, -1).matchAll(/\\?(.)(?:-\\?(.))?/gsu),
    ([, from = '', to = from]) => [foldPath(from), foldPath(to)],
  )
  return {
    fits: (character) =>
      character !== '/' &&
      ranges.some(([from = '', to = '']) => from <= character && character <= to) !== isNegated,
  }
}

/** @param text one token */
function isSign(text: string) {
  return ['*', '**', '?'].includes(text) || (text.startsWith('[') && text.length > 1)
}

/** Two stars are any number of whole folders where they stand as a name of their own in front of a slash. */
function areFolders(tokens: readonly string[], place: number) {
  const isName = ['/', '', undefined].includes(tokens[place - 1])
  return tokens[place] === '**' && tokens[place + 1] === '/' && isName
}

function signAtom(sign: string): Atom {
  if (sign === '?') return { fits: (character) => character !== '/' }
  return sign.startsWith('[') ? bracketAtom(sign) : { sign }
}

function atomsOf(tokens: readonly string[]): Atom[] {
  const atoms: Atom[] = []
  let text = ''
  const flush = () => {
    if (text !== '') atoms.push({ text: [...foldPath(text)] })
    text = ''
  }
  for (let place = 0; place < tokens.length; place++) {
    const each = tokens[place] ?? ''
    if (!isSign(each)) {
      text += each.startsWith('\\') && each.length > 1 ? each.slice(1) : each
      continue
    }
    flush()
    const isOfFolders = areFolders(tokens, place)
    atoms.push(isOfFolders ? { sign: '**/' } : signAtom(each))
    if (isOfFolders) place++
  }
  flush()
  return atoms
}

/** What a glob is made of, once for each way to choose among its braces. */
export function readGlob(glob: string) {
  return writtenOut(tokensOf(glob)).map(atomsOf)
}
