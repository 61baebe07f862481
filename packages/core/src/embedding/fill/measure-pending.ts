import { countTokens } from '@recallite/chunker'
import type { DocumentAddress, Space, Store } from '@recallite/store'
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

/** Counts what a space lacks; for another machine without what looks like secrets. */
export async function measurePending(
  store: Store,
  space: Space,
  { isRemote }: { isRemote: boolean },
): Promise<Pending> {
  const files = new Set<string>()
  const secret = new Map<string, DocumentAddress>()
  let texts = 0
  let tokens = 0
  for await (const page of pendingPages(store, space)) {
    for (const { document, text, isSecret } of page) {
      if (isSecret && isRemote) secret.set(placeOf(document), document)
      else {
        files.add(placeOf(document))
        texts += 1
        tokens += countTokens(text)
      }
    }
  }
  return { files: files.size, texts, tokens, secretDocuments: [...secret.values()] }
}
