/** Whether folding is no more than making letters small. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/u.test(text)
}

/** Marks that people leave out; those of Indic, Thai and Japanese words belong to the letter. */
const accents = /([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu

/**
 * A text as filters compare it: compatibility forms (full-width, ligatures), case and accents make no difference.
 * White space and punctuation stay. Folding twice changes nothing more.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const lower = text.toWellFormed().normalize('NFKC').toLowerCase()
  return lower
    .normalize('NFD')
    .replace(accents, '$1')
    .normalize('NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
}

/** A folded text without white space around it, and with one space for each stretch of it and of control characters. */
export function foldLine(text: string): string {
  return foldText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
