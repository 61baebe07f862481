/**
 * Matches a pattern in any case, with no character of the class `neighbour` before or after it. These conditions take milliseconds to
 * compile, so they are only tested in a text that the pattern matches somewhere.
 */
export function wordPattern(pattern: string, neighbour: string): Pick<RegExp, 'test' | 'source'> {
  const source = `(?<!${neighbour})(?:${pattern})(?!${neighbour})`
  let [anywhere, whole]: (RegExp | undefined)[] = []
  return {
    source,
    test(text) {
      anywhere ??= new RegExp(pattern, 'u')
      return anywhere.test(text.toLowerCase()) && (whole ??= new RegExp(source, 'iu')).test(text)
    },
  }
}
