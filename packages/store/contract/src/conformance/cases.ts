/** A case of a conformance suite. */
export interface ConformanceCase {
  /** A plain sentence. */
  readonly name: string
  /** Rejects with an assertion error if the driver breaks the contract. */
  run(): Promise<void>
}

/** The cases of all topics; each opens and closes an empty store. */
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
