/** A word of a text, and the index words it is made of. */
export interface Word {
  readonly text: string
  /**
   * What stands for the word in the index, side by side: the word itself in scripts that put spaces between words;
   * its characters in those that do not, so that any word cut out of a run by whatever rule is found as a phrase.
   */
  readonly units: readonly string[]
}

const wordRun = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Scripts without spaces between words whose characters are letters; Hangul is here for its attached particles. */
const ideographic = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}'
/** Scripts without spaces between words in which a character is a letter with the marks on it. */
const marked = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}'
const unspaced = new RegExp(`[${ideographic}${marked}]`, 'u')
const markedOnly = new RegExp(`[${marked}]`, 'u')
const runOfOneKind = new RegExp(`[${ideographic}]+|[${marked}]+|[^${ideographic}${marked}]+`, 'gu')

let wordSegmenter: Intl.Segmenter | undefined
let graphemeSegmenter: Intl.Segmenter | undefined

/** NFKC takes these vowel signs apart, and word segmentation does not know the parts. */
const keptWhole = /[^\u0e33\u0eb3]+/gu

/** One form for texts that look the same: compatibility forms folded (NFKC), lone surrogates replaced. */
function normalise(text: string): string {
  return text.toWellFormed().replace(keptWhole, (part) => part.normalize('NFKC'))
}

function charactersOf(run: string): string[] {
  if (!markedOnly.test(run)) return [...run]
  graphemeSegmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(graphemeSegmenter.segment(run), (part) => part.segment)
}

/** Words of a run; a character that the word boundary would cut belongs to the word it begins in. */
function segment(run: string): Word[] {
  wordSegmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const characters = charactersOf(run).values()
  let position = 0
  const words: Word[] = []
  for (const part of wordSegmenter.segment(run)) {
    const units: string[] = []
    while (position < part.index + part.segment.length) {
      const { value = '' } = characters.next()
      units.push(value)
      position += value.length
    }
    if (units.length > 0) words.push({ text: units.join(''), units })
  }
  return words
}

/** The words of a text, in order, in every script; punctuation and symbols are no words. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const [run] of normalise(text).matchAll(wordRun)) {
    if (!unspaced.test(run)) {
      words.push({ text: run, units: [run] })
      continue
    }
    for (const [part] of run.matchAll(runOfOneKind)) {
      if (unspaced.test(part)) words.push(...segment(part))
      else words.push({ text: part, units: [part] })
    }
  }
  return words
}

/**
 * A text as a keyword index must hold it so that the units of `wordsOf` are found: scripts without spaces are set
 * character by character, the rest stays as it is, told apart by whatever is neither letter nor digit.
 */
export function indexWords(text: string): string {
  const normalised = normalise(text)
  if (!unspaced.test(normalised)) return normalised
  return normalised.replace(runOfOneKind, (part) =>
    unspaced.test(part) ? ` ${charactersOf(part).join(' ')} ` : part,
  )
}
