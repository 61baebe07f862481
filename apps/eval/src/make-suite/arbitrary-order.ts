import { createHash } from 'node:crypto'

/** A number that a text always has, and that says nothing about it. */
export function arbitraryNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

/**
 * Items in an order that has nothing to do with where they stand, so that the first of them are a fair sample; always
 * the same for the same texts, and with few changes where few texts change.
 */
export function arbitraryOrder<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const numbered = items.map((item) => ({ item, number: arbitraryNumber(textOf(item)) }))
  return numbered.toSorted((a, b) => a.number - b.number).map(({ item }) => item)
}
