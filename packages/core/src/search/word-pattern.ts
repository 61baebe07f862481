/**
 * Matches a pattern that has no such character, a class, before or after it, in any case. These conditions take milliseconds to
 * compile, so they are only tested in a text that the pattern matches somewhere.
 */
export function wordPattern(pattern: string, beside: string): Pick<RegExp, 'test' | 'source'> {
  const source = `(?<!${beside})(?:${pattern})(?!${beside})`
  let [anywhere, whole]: (RegExp | undefined)[] = []
  return {
    source,
    test(text) {
      anywhere ??= new RegExp(pattern, 'u')
      return anywhere.test(text.toLowerCase()) && (whole ??= new RegExp(source, 'iu')).test(text)
    },
  }
}
