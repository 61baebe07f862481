/** A regular expression compiled on first use: Unicode properties take up to a millisecond, too long for program starts. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= new RegExp(source, flags))
}

/** The set of a text's words, created on first use. */
export function lazyWords(text: string): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined
  return () => (words ??= new Set(text.split(/\s+/)))
}
