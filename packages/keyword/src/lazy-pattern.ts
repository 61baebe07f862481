/**
 * A regular expression that is compiled on first use. Patterns with Unicode properties take up to a millisecond to compile, which
 * every program start would pay for literals.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= new RegExp(source, flags))
}

/** A set of the words of a text, which is made on first use. */
export function lazyWords(text: string): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined
  return () => (words ??= new Set(text.split(/\s+/)))
}
