/** Characters for private use but U+F8FF: in an index it marks where the names of a path begin and end. */
const privateUse = '\u{E000}-\u{F8FE}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}'
const inWord = `[\\p{L}\\p{N}\\p{M}${privateUse}]`
/** `v3.2` and `3.2` are the same version. */
const versionSign = `(?<!${inWord})[vV](?=\\p{N}+\\.\\p{N})`
/** What stands together without punctuation, symbols or spaces; marks alone are no word. */
const wordRun = new RegExp(`(?!${versionSign})[\\p{L}\\p{N}${privateUse}]${inWord}*`, 'gu')

/** Scripts without spaces between words whose characters are letters; Hangul is here for its attached particles. */
const ideographic = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}'
/** Scripts without spaces between words in which a character is a letter with the marks on it. */
const marked = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}'
const unspaced = new RegExp(`[${ideographic}${marked}]`, 'u')
const markedOnly = new RegExp(`[${marked}]`, 'u')
const runOfOneKind = new RegExp(`[${ideographic}]+|[${marked}]+|[^${ideographic}${marked}]+`, 'gu')
/** Two vowel signs are letters by name. The same in every engine, which grapheme clusters are not. */
const markedCharacter = /[^][\p{M}\u0e33\u0eb3]*/gu

/** Whether a run is of a script that puts no spaces between words. */
function isUnspaced(run: string): boolean {
  return unspaced.test(run)
}

/** What stands together in a text, and where, in UTF-16 units. */
export interface PlacedRun {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether its script puts no spaces between words. */
  readonly isUnspaced: boolean
}

/** Which of the first 256 characters stand in words; no mark and no character for private use is among them. */
const isInWord = Uint8Array.from({ length: 256 }, (_, code) =>
  /[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Whether a run may begin with the sign of a version. */
function mayBeVersion(text: string, start: number): boolean {
  const sign = text.charAt(start)
  return (sign === 'v' || sign === 'V') && /\p{N}/u.test(text.charAt(start + 1))
}

/** Where a run ends that begins with one of the first 256 characters; 0 where it takes the pattern to tell. */
function runEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isInWord[text.charCodeAt(end)] === 1) end += 1
  return text.charCodeAt(end) > 255 || mayBeVersion(text, start) ? 0 : end
}

function cutRun(text: string, start: number): PlacedRun[] {
  if (!isUnspaced(text)) return [{ text, start, end: start + text.length, isUnspaced: false }]
  return Array.from(text.matchAll(runOfOneKind), ({ 0: run, index }) => ({
    text: run,
    start: start + index,
    end: start + index + run.length,
    isUnspaced: isUnspaced(run),
  }))
}

/** What stands together in a text in normal form, in order, cut where scripts with and without spaces meet. */
export function placeRuns(text: string): PlacedRun[] {
  const runs: PlacedRun[] = []
  let place = 0
  while (place < text.length) {
    const isWord = isInWord[text.charCodeAt(place)]
    if (isWord === 0) {
      place += 1
      continue
    }
    // The pattern takes far longer: it is for what the table does not tell.
    const end = isWord === 1 ? runEnd(text, place) : 0
    if (end > 0) {
      runs.push({ text: text.slice(place, end), start: place, end, isUnspaced: false })
      place = end
      continue
    }
    wordRun.lastIndex = place
    const found = wordRun.exec(text)
    if (!found) break
    for (const run of cutRun(found[0], found.index)) runs.push(run)
    place = wordRun.lastIndex
  }
  return runs
}

/** The runs of a text in normal form, as `placeRuns` has them. */
export function scriptRuns(text: string): string[] {
  return placeRuns(text).map((run) => run.text)
}

/** The characters of a run without spaces, as an index holds them. */
export function charactersOf(run: string): string[] {
  return markedOnly.test(run) ? (run.match(markedCharacter) ?? []) : [...run]
}
