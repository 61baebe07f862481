const wordCharacter = /[\p{L}\p{N}\p{M}\p{Co}]/u

/** Whether there is anything in a text that an index holds: a letter, a digit, a mark, a character for private use. */
export function hasWordCharacter(text: string): boolean {
  return wordCharacter.test(text)
}
