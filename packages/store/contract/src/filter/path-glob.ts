import { foldText, isAscii } from './fold-text.js'

/** A step of a glob. */
export type GlobStep =
  | { readonly kind: 'text'; readonly text: string }
  /** One character of a name. */
  | { readonly kind: 'character'; readonly fits: (character: string) => boolean }
  /** Any part of a name, perhaps none. */
  | { readonly kind: 'part' }
  /** Anything, over any number of folders. */
  | { readonly kind: 'anything' }
  /** Any number of whole folders, with the slash behind them. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'branches'; readonly branches: readonly (readonly GlobStep[])[] }

/** A step, or a mark that only means something together with others. */
type Token = GlobStep | { readonly kind: 'mark'; readonly mark: '{' | ',' | '}' }

interface Read {
  readonly token: Token
  /** Where the rest of the glob begins. */
  readonly end: number
}

/** A path or a piece of one, folded; no character of a name becomes a slash by it. */
export function foldPath(path: string): string {
  if (isAscii(path)) return foldText(path)
  return path
    .split('/')
    .map((name) => foldText(name).replaceAll('/', '\u2215'))
    .join('/')
}

const notSlash = (character: string): boolean => character !== '/'

/** `[a-z_]`, `[!0-9]`: the two characters of each range, the first ones of the text behind the opening bracket. */
const bracket = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/su
const range = /\\?(.)(?:-\\?(.))?/gsu

function readBracket(glob: string, at: number): Read | undefined {
  const [whole, negation, body] = bracket.exec(glob.slice(at)) ?? []
  if (whole === undefined || body === undefined || body === '') return undefined
  const ranges = Array.from(
    body.matchAll(range),
    ([, from = '', to = from]) => [foldPath(from), foldPath(to)] as const,
  )
  const isIn = (character: string) => ranges.some(([from, to]) => from <= character && character <= to)
  const fits = (character: string) => notSlash(character) && isIn(character) === (negation === '')
  return { token: { kind: 'character', fits }, end: at + whole.length }
}

function readStars(glob: string, at: number): Read {
  if (glob.charAt(at + 1) !== '*') return { token: { kind: 'part' }, end: at + 1 }
  const isWholeName = at === 0 || '/{,'.includes(glob.charAt(at - 1))
  if (isWholeName && glob.charAt(at + 2) === '/') return { token: { kind: 'folders' }, end: at + 3 }
  return { token: { kind: 'anything' }, end: at + 2 }
}

const literal = (text: string): GlobStep => ({ kind: 'text', text })

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''

/** The sign behind a backslash, or a backslash with nothing behind it. */
function readEscaped(glob: string, at: number): Read {
  const text = characterAt(glob, at + 1) || '\\'
  return { token: literal(text), end: Math.min(glob.length, at + 1 + text.length) }
}

function readToken(glob: string, at: number): Read {
  const character = characterAt(glob, at)
  const end = at + character.length
  switch (character) {
    case '*':
      return readStars(glob, at)
    case '?':
      return { token: { kind: 'character', fits: notSlash }, end }
    case '[':
      return readBracket(glob, at) ?? { token: literal(character), end }
    case '{':
    case ',':
    case '}':
      return { token: { kind: 'mark', mark: character }, end }
    case '\\':
      return readEscaped(glob, at)
    default:
      return { token: literal(character), end }
  }
}

/** The branches of a brace that is still open, each as its tokens. */
type OpenBrace = GlobStep[][]

function place(open: OpenBrace[], token: Token): void {
  const [innermost] = open.slice(-1)
  const current = innermost?.at(-1)
  if (!innermost || !current) return
  if (token.kind !== 'mark') current.push(token)
  else if (token.mark === '{') open.push([[]])
  else if (open.length === 1) current.push(literal(token.mark))
  else if (token.mark === ',') innermost.push([])
  else {
    open.pop()
    place(open, { kind: 'branches', branches: innermost.map(joinTexts) })
  }
}

/** Neighbouring texts as one, folded: what composes a letter may be spread over several characters. */
function joinTexts(steps: readonly GlobStep[]): GlobStep[] {
  const joined: GlobStep[] = []
  let text = ''
  const flush = () => {
    if (text !== '') joined.push(literal(foldPath(text)))
    text = ''
  }
  for (const step of steps) {
    if (step.kind === 'text') text += step.text
    else {
      flush()
      joined.push(step)
    }
  }
  flush()
  return joined
}

/** Reads a glob; any text is one. */
export function parseGlob(glob: string): GlobStep[] {
  const open: OpenBrace[] = [[[]]]
  for (let at = 0; at < glob.length;) {
    const { token, end } = readToken(glob, at)
    place(open, token)
    at = end
  }
  while (open.length > 1) {
    // A brace that is never closed is a character like any other, and so are its commas.
    const unclosed = open.pop() ?? []
    const steps = unclosed.flatMap((branch, index) => [literal(index === 0 ? '{' : ','), ...branch])
    for (const step of steps) open.at(-1)?.at(-1)?.push(step)
  }
  return joinTexts(open[0]?.[0] ?? [])
}
