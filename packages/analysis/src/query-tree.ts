/** One word, or words that stand side by side in this order. */
export type QueryTerm =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }

/** What a question asks of a text; a store's driver compiles it. */
export type QueryTree =
  | QueryTerm
  | { readonly kind: 'any'; readonly parts: readonly QueryTree[] }
  | { readonly kind: 'all'; readonly parts: readonly QueryTree[] }

/** The smallest tree for index words that stand side by side; there is at least one. */
export function termOf(words: readonly string[]): QueryTerm {
  const [word] = words
  return word !== undefined && words.length === 1 ? { kind: 'word', word } : { kind: 'phrase', words }
}

/** A name that two terms share exactly if they are the same but for letter case. */
export function termKey(term: QueryTerm): string {
  return (term.kind === 'word' ? term.word : term.words.join(' ')).toLowerCase()
}
