/** Keeps equal things once, each at a place of its own. */
export interface Interner<Item> {
  readonly items: readonly Item[]
  /** The place of an item; the first time it is put at the end. */
  placeOf(item: Item): number
}

/** Items are equal where their keys are. */
export function createInterner<Item>(keyOf: (item: Item) => string): Interner<Item> {
  const items: Item[] = []
  const places = new Map<string, number>()
  return {
    items,
    placeOf(item) {
      const key = keyOf(item)
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, items.length)
      return items.push(item) - 1
    },
  }
}
