import type { RecordStore, SessionEntry, SessionsRequest } from '@recallite/records'

/** The most sessions that a store lists at once. */
const pageSize = 10_000

/** All sessions of a store, the latest start first, page by page. */
export async function* allSessions(
  store: Pick<RecordStore, 'listSessions'>,
  request: Pick<SessionsRequest, 'collection'> & { readonly limit?: number } = {},
): AsyncGenerator<SessionEntry, void, void> {
  let after: string | undefined
  do {
    // Damaged sessions are left out: only an empty page is the end.
    const page = await store.listSessions({ limit: pageSize, ...request, after })
    yield* page
    after = page.at(-1)?.id
  } while (after !== undefined)
}
