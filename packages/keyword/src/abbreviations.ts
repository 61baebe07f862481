/** A short form and what it stands for, as they are written. */
type Abbreviation = readonly [short: string, long: string]

const mostPairs = 200

/**
 * Finds what a text says abbreviations stand for: `service level agreement (SLA)` and `SLA (service level agreement)`, also in
 * Chinese and Japanese, `世界卫生组织（世卫组织）`. The characters of the short form stand in the long one in their order, the first at the
 * beginning of a word: "A simple algorithm for identifying abbreviation definitions in biomedical text" of Schwartz and Hearst
 * (2003). A short form has two capitals, or ideographs alone. Takes time in proportion to the text's length.
 */
export function findAbbreviations(text: string): Abbreviation[] {
  const found = new Map<string, Abbreviation>()
  for (const { 1: inside = '', index } of text.matchAll(inParentheses)) {
    if (found.size === mostPairs) break
    if (!likeShortForm.test(text.slice(Math.max(0, index - 12), index + 1 + inside.length))) continue
    const pair = readPair(clauseBefore(text, index), tidy(inside).replace(announced, ''))
    if (pair) found.set(pair.join('\n'), pair)
  }
  return [...found.values()]
}

const inParentheses = /[(（]([^()（）]{2,120})[)）]/gu
const likeShortForm = /\p{Lu}\S*\p{Lu}|\p{Script=Han}/u

/** What Chinese texts say before a short form: "below called". */
const announced = /^(?:以下)?[简簡][称稱](?:为|為)?\s*/u

const longestClause = 160
const clauseEnd = /\n\s*\n|[;:!?。！？；：，、|()（）]|\.\s/u

function clauseBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - longestClause), index)
  const clause = before.split(clauseEnd).at(-1) ?? ''
  // A call in code has no space before its parenthesis.
  const isCall = text[index] === '(' && /[\p{L}\p{N}]$/u.test(clause) && !isIdeograph(clause.at(-1) ?? '')
  return isCall ? '' : tidy(clause)
}

/** Without marks of emphasis and quotation, and with single spaces. */
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

/** A letter without its accents, in lower case. */
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
  // Small words have these letters too (`des` in DUERP): initials alone come first.
  const initial = startOf(false)
  const at = initial < 0 ? startOf(true) : initial
  if (at < 0) return undefined
  // What stands before a hyphen belongs to the word.
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
  const most = Math.min(short.length + 5, short.length * 2)
  return long.length > short.length && words.length <= most && !words.includes(short.toLowerCase())
}
