/** How many slow items are worked on at the same time: each may take a process with a gigabyte of memory. */
const maxStarted = 3

interface ReadAhead<Item, Result> {
  readonly work: (item: Item) => Promise<Result>
  readonly isSlow: (item: Item) => boolean
}

/** Works on items in order, and on the next slow ones ahead of their turn. Ends after all work that was started, even if it fails. */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  { work, isSlow }: ReadAhead<Item, Result>,
): AsyncGenerator<readonly [Item, Result], void, void> {
  const started = new Map<Item, Promise<Result>>()
  let next = 0
  try {
    for (const item of items) {
      for (; next < items.length && started.size < maxStarted; next += 1) {
        const ahead = items[next]
        if (ahead === undefined || !isSlow(ahead)) continue
        const result = work(ahead)
        // A failure is reported when it is the item's turn.
        result.catch(() => undefined)
        started.set(ahead, result)
      }
      const result = await (started.get(item) ?? work(item))
      started.delete(item)
      yield [item, result]
    }
  } finally {
    await Promise.allSettled(started.values())
  }
}
