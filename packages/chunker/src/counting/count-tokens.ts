import { charactersPerToken, scriptNumber } from './script-of.js'

/**
 * About how many tokens an embedding model makes of a text, whatever the model: Latin words cost a token per 6 letters
 * and at least one, digits one per 3, other alphabets one per 2 to 4, Han, Kana and Hangul one per character, punctuation
 * one each, emoji two, white space nothing. Pure and linear; the counts of two texts parted by white space add up.
 *
 * Measured against real tokenizers, this count / theirs: English prose, notes and documentation 1.05–1.27
 * (all-MiniLM-L6-v2), .98–1.11 (multilingual-e5-small); Python .96; TypeScript .88; Chinese 1.00. On
 * multilingual-e5-small: German, French, Spanish, Polish, Turkish .91–1.02, Russian 1.16, Chinese 1.2–1.3, Japanese 1.5.
 */
export function countTokens(text: string): number {
  let tokens = 0
  let runScript = -1
  let runLength = 0
  for (let place = 0; place < text.length; place++) {
    const codePoint = text.codePointAt(place) ?? 0
    if (codePoint > 0xffff) place++
    const script = scriptNumber(codePoint)
    if (script === runScript) {
      runLength++
      continue
    }
    tokens += costOf(runScript, runLength)
    runScript = script
    runLength = 1
  }
  return tokens + costOf(runScript, runLength)
}

function costOf(script: number, length: number): number {
  return Math.ceil(length / (charactersPerToken[script] ?? 1))
}
