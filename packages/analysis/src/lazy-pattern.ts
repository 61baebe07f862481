/**
 * A regular expression that is made when it is first asked for. Those with Unicode properties take up to a millisecond to
 * be read, as literals at the start of every program that may need them, and again when they first run.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= new RegExp(source, flags))
}
