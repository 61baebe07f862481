/** A sequence whose items can be inspected before they are consumed. */
export interface Lookahead<Item> {
  /** The item this many positions ahead; undefined after the end. */
  at(index: number): Item | undefined
  /** Consumes the next `count` items. */
  drop(count: number): void
}

/** Reads a sequence no further than it is inspected. */
export function createLookahead<Item>(source: Iterator<Item>): Lookahead<Item> {
  let items: Item[] = []
  let isExhausted = false
  function fillTo(index: number): void {
    while (items.length <= index && !isExhausted) {
      const next = source.next()
      if (next.done === true) isExhausted = true
      else items.push(next.value)
    }
  }
  return {
    at(index) {
      if (index >= items.length) fillTo(index)
      return items[index]
    },
    drop(count) {
      items = items.slice(count)
    },
  }
}
