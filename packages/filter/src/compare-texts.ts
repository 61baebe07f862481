/**
 * Negative, zero or positive, as `a` comes before `b`, is equal or comes behind it by code points, which is the order of
 * UTF-8 bytes in a database. JavaScript's `<` compares UTF-16 units and puts U+1F600 before U+FFFF.
 */
export function compareTexts(a: string, b: string): number {
  let index = 0
  while (index < a.length && index < b.length) {
    const [left = 0, right = 0] = [a.codePointAt(index), b.codePointAt(index)]
    if (left !== right) return left - right
    index += left > 0xff_ff ? 2 : 1
  }
  return a.length - b.length
}
