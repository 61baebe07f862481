/** A text in which every run of white space is one space, and none is at its ends: as passages are compared. */
export function singleSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
