import { isStated } from './emphasis.js'
import { negateField } from './query-field.js'
import { anyOf, type QueryField, type QuerySyntax } from './syntax-tree.js'
import type { TermToken } from './tokens.js'

/** What part of a query asks for: all of `wanted`, none of `unwanted`, within `fields`. */
export interface Demand {
  readonly wanted: readonly QuerySyntax[]
  readonly unwanted: readonly QuerySyntax[]
  readonly fields: readonly QueryField[]
  /** Whether a field is what an operator joins, so that it would hold for this part alone. */
  readonly isNarrowed: boolean
}

/** Something that stands in a query beside others. */
export type Item =
  | TermToken
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'group'; readonly syntax: QuerySyntax }
  | { readonly kind: 'unwanted'; readonly part: QuerySyntax }
  | { readonly kind: 'field'; readonly field: QueryField }

/** What NOT makes of an item; undefined where it makes nothing. Behind AND it negates words that a stressed one would not. */
export function negateItem(item: Item, isBehindAnd: boolean): Item | undefined {
  switch (item.kind) {
    case 'group':
      return { kind: 'unwanted', part: item.syntax }
    case 'word':
      if (!isBehindAnd && isStated(item.text)) return undefined
      return { kind: 'unwanted', part: { kind: 'phrase', text: item.text } }
    case 'field': {
      const field = negateField(item.field)
      return field && { kind: 'field', field }
    }
    case 'unwanted':
      return undefined
    default:
      return { kind: 'unwanted', part: item }
  }
}

/** Words as one run up to the next alternative of another kind; what is unwanted and fields do not part them. */
function alternativesOf(items: readonly Item[]): QuerySyntax[] {
  const alternatives: QuerySyntax[] = []
  let words: string[] = []
  const endRun = () => {
    if (words.length > 0) alternatives.push({ kind: 'words', text: words.join(' ') })
    words = []
  }
  for (const item of items) {
    if (item.kind === 'word') words.push(item.text)
    if (item.kind === 'phrase' || item.kind === 'prefix' || item.kind === 'group') {
      endRun()
      alternatives.push(item.kind === 'group' ? item.syntax : item)
    }
  }
  endRun()
  return alternatives
}

/** What items ask for that stand side by side: any of those that are wanted. */
export function demandOf(items: readonly Item[], isNarrowed: boolean): Demand {
  const alternatives = alternativesOf(items)
  return {
    wanted: alternatives.length > 0 ? [anyOf(alternatives)] : [],
    unwanted: items.flatMap((item) => (item.kind === 'unwanted' ? [item.part] : [])),
    fields: items.flatMap((item) => (item.kind === 'field' ? [item.field] : [])),
    isNarrowed,
  }
}
