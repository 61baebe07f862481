export type Lookahead<Item> = ReturnType<typeof createLookahead<Item>>

/** A sequence whose items can be inspected before they are consumed; it is read no further than it is inspected. */
export function createLookahead<Item>(source: Iterator<Item>) {
  let items: Item[] = []
  let isExhausted = false
  return {
    /** The item this many positions ahead; undefined after the end. */
    at(index: number): Item | undefined {
      while (items.length <= index && !isExhausted) {
        const next = source.next()
        if (next.done === true) isExhausted = true
        else items.push(next.value)
      }
      return items[index]
    },
    /** Consumes the next `count` items. */
    drop(count: number): void {
      items = items.slice(count)
    },
  }
}
