/** One promise of a contract, and the check that a driver keeps it. */
export interface ConformanceCase {
  /** A plain sentence. */
  readonly name: string
  /** Rejects with an assertion error where the promise is not kept. */
  run(): Promise<void>
}

/** Cases of topics by their names; each opens a store that holds nothing, and closes it. */
export function casesOf<Opened extends { close(): Promise<void> }>(
  topics: readonly Readonly<Record<string, (store: Opened) => Promise<void>>>[],
  open: () => Promise<Opened>,
): ConformanceCase[] {
  return topics.flatMap(Object.entries).map(([name, check]) => ({
    name,
    async run() {
      const store = await open()
      try {
        await check(store)
      } finally {
        await store.close()
      }
    },
  }))
}
