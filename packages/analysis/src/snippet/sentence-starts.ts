import { lazyPattern } from '../lazy-pattern.js'

/** Marks that end a sentence, with what closes with them; where no wide one is among them, white space must follow. */
const ends = lazyPattern('\\p{STerm}[\\p{STerm}\\p{Pe}\\p{Pf}"\'*_`~]*', 'gu')
const wide = /[。！？｡．]/u
/** No mark but full stops. */
const stop = lazyPattern('^\\.[.\\p{Pe}\\p{Pf}"\'*_`~]*$', 'u')
/** What a sentence seldom begins with. */
const continuation = lazyPattern(String.raw`^ [\p{Ll}\p{N}]`, 'u')
const longWord = lazyPattern(String.raw`\p{L}{4}$`, 'u')
/** `Dr.` and the letters that stand for a first name. */
const shortTitle = lazyPattern(String.raw`(?<!\p{L})\p{Lu}\p{Ll}{0,2}$`, 'u')
const letter = lazyPattern(String.raw`\p{L}`, 'u')
/** As much of a sentence as it takes to tell a word from an abbreviation. */
const reach = 5

/** Whether what ends with a full stop is an abbreviation or a number, and its sentence goes on. */
function goesOn(before: string, behind: string): boolean {
  if (longWord().test(before)) return false
  return continuation().test(behind) || shortTitle().test(before)
}

/** Whether these marks end the sentence that begins at `start`. */
function isEnd(text: string, start: number, { marks, place }: { marks: string; place: number }): boolean {
  const behind = place + marks.length
  if (text.charAt(behind) !== ' ' && !wide.test(marks)) return false
  const before = text.slice(Math.max(start, place - reach), place)
  // The number of a list item is no sentence.
  if (place - start <= reach && !letter().test(before)) return false
  return !stop().test(marks) || !goesOn(before, text.slice(behind, behind + 3))
}

/**
 * Where sentences begin in a text on one line: behind the marks that end one according to Unicode, and the quotes and
 * brackets that close with these. In one pass over the marks: `Intl.Segmenter` ends sentences within addresses (`?q=1`)
 * and behind titles (`Dr.`), and takes seconds for 100,000 characters.
 */
export function sentenceStarts(text: string): number[] {
  const starts = text === '' ? [] : [0]
  for (const { 0: marks, index: place } of text.matchAll(ends())) {
    if (!isEnd(text, starts.at(-1) ?? 0, { marks, place })) continue
    const behind = place + marks.length
    const start = text.charAt(behind) === ' ' ? behind + 1 : behind
    if (start < text.length) starts.push(start)
  }
  return starts
}
