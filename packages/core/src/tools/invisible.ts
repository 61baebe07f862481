import { replaceInvisible, showCharacter } from '@recallite/analysis/invisible'

/**
 * A text for a model to read, in which nothing stands that a person would not see: such characters are shown as `\u{…}`,
 * but for those that change how their neighbours look, as joined emoji, Persian and Hindi words and variants of Chinese
 * characters have them.
 */
export function showInvisible(text: string): string {
  return replaceInvisible(text, showCharacter)
}

/** A text as it was before `showInvisible`, for names that come back. */
export function hideAgain(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,5})\}/gu, (shown, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16))
    return showInvisible(character) === shown ? character : shown
  })
}
