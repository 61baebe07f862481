import type { PendingText, Space, Store } from '@recallite/store'

const textsPerPage = 128

/**
 * The texts that a space lacks, in the order of keys from behind `from` on, page by page; some may have got their vector
 * by the time they come.
 */
export async function* pendingPages(
  store: Store,
  space: Space,
  from?: string,
): AsyncGenerator<readonly PendingText[]> {
  let after = from
  do {
    const page = await store.pendingTexts(space, { limit: textsPerPage, after })
    after = page.at(-1)?.key
    if (page.length > 0) yield page
  } while (after !== undefined)
}

/** Leaves out what looks like secrets. */
export async function* withoutSecrets(
  pages: AsyncIterable<readonly PendingText[]>,
): AsyncGenerator<readonly PendingText[]> {
  for await (const page of pages) yield page.filter(({ isSecret }) => !isSecret)
}
