/** A text as one word of a shell's command: on Windows of PowerShell and, unless a sign has a meaning in quotes, of cmd. */
export function shellWord(text: string): string {
  if (process.platform !== 'win32')
    return /^[\w@%+=:,./~-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
  if (/^[\w+=:./\\-]+$/u.test(text)) return text
  return /["`$%]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}
