const rareSpaces = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

/** Whether a UTF-16 code unit is white space, as `\s` and `String.prototype.trim` define it. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0x1680) return unit === 0xa0
  return (unit >= 0x2000 && unit <= 0x200a) || rareSpaces.has(unit)
}

/** Whether a text holds nothing but white space. */
export function isBlank(text: string): boolean {
  return skipSpace(text, 0, text.length) === text.length
}

/** The first position from `from` on that is not white space, or `to`. */
export function skipSpace(text: string, from: number, to: number): number {
  let place = from
  while (place < to && isSpace(text.charCodeAt(place))) place++
  return place
}

/** The end of `text.slice(from, to)` without trailing white space. */
export function trimEnd(text: string, from: number, to: number): number {
  let place = to
  while (place > from && isSpace(text.charCodeAt(place - 1))) place--
  return place
}
