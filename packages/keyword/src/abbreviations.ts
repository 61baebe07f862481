/** A short form and its long form, as written. */
type Abbreviation = readonly [short: string, long: string]

const maxPairs = 200

/**
 * Finds the abbreviations that a text defines: `service level agreement (SLA)` and `SLA (service level agreement)`, also in
 * Chinese and Japanese, `世界卫生组织（世卫组织）`. The characters of the short form occur in the long one in order, the first at the
 * beginning of a word (Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text,
 * 2003). A short form has two capitals or only ideographs. Takes linear time.
 */
export function findAbbreviations(text: string): Abbreviation[] {
  const abbreviations = new Map<string, Abbreviation>()
  for (const { 1: inside = '', index } of text.matchAll(inParentheses)) {
    if (abbreviations.size === maxPairs) break
    if (!likeShortForm.test(text.slice(Math.max(0, index - 12), index + 1 + inside.length))) continue
    const pair = readPair(clauseBefore(text, index), tidy(inside).replace(announced, ''))
    if (pair) abbreviations.set(pair.join('\n'), pair)
  }
  return [...abbreviations.values()]
}

const inParentheses = /[(（]([^()（）]{2,120})[)）]/gu
const likeShortForm = /\p{Lu}\S*\p{Lu}|\p{Script=Han}/u

/** "Hereinafter called", before a short form in Chinese texts. */
const announced = /^(?:以下)?[简簡][称稱](?:为|為)?\s*/u

const maxClause = 160
const clauseEnd = /\n\s*\n|[;:!?。！？；：，、|()（）]|\.\s/u

function clauseBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - maxClause), index)
  const clause = before.split(clauseEnd).at(-1) ?? ''
  // A call in code has no space before its parenthesis.
  const isCall = text[index] === '(' && /[\p{L}\p{N}]$/u.test(clause) && !isIdeograph(clause.at(-1) ?? '')
  return isCall ? '' : tidy(clause)
}

/** Removes marks of emphasis and quotation, and repeated spaces. */
const tidy = (text: string): string =>
  text
    .replace(/[*_`"“”„«»「」『』<>[\]]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

function readPair(before: string, inside: string): Abbreviation | undefined {
  const [first = ''] = inside.split(/[,;，；]/u)
  const short = singular(first.trim())
  if (isShortForm(short)) {
    const long = longFormIn(before, short)
    if (long !== undefined) return [short, long]
  }
  const word = singular(before.slice(before.lastIndexOf(' ') + 1))
  return isShortForm(word) && longFormIn(inside, word) === inside ? [word, inside] : undefined
}

const singular = (short: string): string => short.replace(/(?<=\p{Lu})s$/u, '')

const isIdeograph = (character: string): boolean => /^\p{Script=Han}$/u.test(character)

function isShortForm(text: string): boolean {
  if (/^\p{Script=Han}{2,8}$/u.test(text)) return true
  return /^[\p{L}\p{N}][\p{L}\p{N}.&/+-]{1,9}$/u.test(text) && /\p{Lu}.*\p{Lu}/u.test(text)
}

const plain = (letter: string): string => letter.normalize('NFD').charAt(0).toLowerCase()

const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character)

/** The shortest end of the text that can be the long form. */
function longFormIn(text: string, short: string): string | undefined {
  const letters = [...short].filter(isWordCharacter).map(plain)
  const startOf = (isLoose: boolean): number =>
    letters.reduceRight((end, letter, left) => {
      for (let at = end - 1; at >= 0; at -= 1)
        if (plain(text.charAt(at)) === letter && ((isLoose && left > 0) || isStart(text, at))) return at
      return -1
    }, text.length)
  // Short words contain these letters too (`des` in DUERP), so initials come first.
  const initial = startOf(false)
  const at = initial < 0 ? startOf(true) : initial
  if (at < 0) return undefined
  // The parts before a hyphen belong to the word.
  const [joined = ''] = /(?:[\p{L}\p{N}]+-)+$/u.exec(text.slice(0, at)) ?? []
  const long = text.slice(at - joined.length)
  return isLongForm(long, short) ? long : undefined
}

function isStart(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  return !isWordCharacter(before) || isIdeograph(before) || isIdeograph(text.charAt(at))
}

function isLongForm(long: string, short: string): boolean {
  const words = long.toLowerCase().split(/[\s-]+/u)
  const maxWords = Math.min(short.length + 5, short.length * 2)
  return long.length > short.length && words.length <= maxWords && !words.includes(short.toLowerCase())
}
