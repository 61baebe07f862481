import { countTokens } from '@recallite/chunker'
import type { DocumentAddress, PendingText, Space, Store } from '@recallite/store'
import { pendingPages } from './pending-pages.js'

/** How much there is to embed. */
export interface PendingAmount {
  /** Documents that the texts are of; of texts that several have, one counts. */
  readonly files: number
  readonly texts: number
  /** As the chunker counts; providers count in their own way. */
  readonly tokens: number
}

/** What a space lacks. */
export interface Pending extends PendingAmount {
  /** Documents that look like secrets and are not to be sent to another machine; none where nothing is sent. */
  readonly secretDocuments: readonly DocumentAddress[]
}

function placeOf({ root, path }: DocumentAddress): string {
  return `${root}:${path}`
}

/** Counts texts that are to be embedded. */
export async function amountOf(texts: AsyncIterable<PendingText>): Promise<PendingAmount> {
  const files = new Set<string>()
  let count = 0
  let tokens = 0
  for await (const { document, text } of texts) {
    files.add(placeOf(document))
    count += 1
    tokens += countTokens(text)
  }
  return { files: files.size, texts: count, tokens }
}

/** Counts what a space lacks; for another machine without what looks like secrets. */
export async function measurePending(
  store: Store,
  space: Space,
  { isRemote }: { isRemote: boolean },
): Promise<Pending> {
  const secret = new Map<string, DocumentAddress>()
  async function* sendable(): AsyncGenerator<PendingText> {
    for await (const page of pendingPages(store, space)) {
      for (const text of page) {
        if (text.isSecret && isRemote) secret.set(placeOf(text.document), text.document)
        else yield text
      }
    }
  }
  const amount = await amountOf(sendable())
  return { ...amount, secretDocuments: [...secret.values()] }
}
