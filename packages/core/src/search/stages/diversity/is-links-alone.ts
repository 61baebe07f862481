const headingLine = /^#{1,6}\s.*$/gmu
const link = /!?\[\[[^\]]*\]\]|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<?https?:\/\/\S+|^.*\.{4,}\s*\d+\s*$/gmu

/**
 * Whether a text has links, or the lines of a table of contents with their pages (`Harbour ..... 12`), and besides headings no
 * word of its own: it leads to what answers, and answers nothing itself.
 */
export function isLinksAlone(text: string): boolean {
  const body = text.replaceAll(headingLine, '')
  const rest = body.replaceAll(link, '')
  return rest.length < body.length && !/\p{L}/u.test(rest)
}
