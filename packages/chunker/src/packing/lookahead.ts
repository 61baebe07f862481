/** A sequence of which some items are looked at before they are used up. */
export interface Lookahead<Item> {
  /** The item so many places ahead, or undefined behind the last one. */
  at(index: number): Item | undefined
  /** Uses up the next `count` items. */
  drop(count: number): void
}

/** Reads a sequence only as far as it is looked at. */
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
