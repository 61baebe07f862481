/**
 * A regular expression that is compiled on first use: patterns with Unicode properties take up to a millisecond, which literals
 * would cost every program start.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= new RegExp(source, flags))
}

/** The set of a text's words, created on first use. */
export function lazyWords(text: string): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined
  return () => (words ??= new Set(text.split(/\s+/)))
}
