/** A text as one word of a shell's command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
