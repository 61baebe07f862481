import { countTokens } from '@recallite/chunker'
import { packBatches } from '@recallite/embeddings'
import type { DocumentAddress, PendingText, Space, Store } from '@recallite/store'

/** How much there is to embed. */
export interface PendingAmount {
  /** Documents that the texts are of; of texts that several have, one counts. */
  readonly files: number
  readonly texts: number
  /** As the chunker counts; providers count in their own way. */
  readonly tokens: number
}

/** The pending texts of a space. */
export interface Pending extends PendingAmount {
  /** Documents that look like secrets and are not to be sent to another machine; none where nothing is sent. */
  readonly secretDocuments: readonly DocumentAddress[]
}

const textsPerPage = 128

interface RequestLimits {
  readonly maxItems: number
  readonly maxTokens: number
}

/** Counts texts, their tokens and their documents. */
export async function amountOf(texts: AsyncIterable<PendingText>): Promise<PendingAmount> {
  const files = new Set<string>()
  let count = 0
  let tokens = 0
  for await (const { document, text } of texts) {
    files.add(addressKey(document))
    count += 1
    tokens += countTokens(text)
  }
  return { files: files.size, texts: count, tokens }
}

/** Counts the pending texts of a space; for another machine without texts of documents that look like secrets. */
export async function measurePending(
  store: Store,
  space: Space,
  { isRemote }: { isRemote: boolean },
): Promise<Pending> {
  const secret = new Map<string, DocumentAddress>()
  async function* sendable(): AsyncGenerator<PendingText> {
    for await (const page of pendingPages(store, space)) {
      for (const text of page) {
        if (text.isSecret && isRemote) secret.set(addressKey(text.document), text.document)
        else yield text
      }
    }
  }
  const amount = await amountOf(sendable())
  return { ...amount, secretDocuments: [...secret.values()] }
}

/**
 * The pending texts of a space in the order of their keys, after the key `from`, page by page; some may have a vector by the
 * time they are read.
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

/** Leaves out texts of documents that look like secrets. */
export async function* withoutSecrets(
  pages: AsyncIterable<readonly PendingText[]>,
): AsyncGenerator<readonly PendingText[]> {
  for await (const page of pages) yield page.filter(({ isSecret }) => !isSecret)
}

/** Splits texts into requests within the limits, in order. */
export function packTexts(
  texts: readonly PendingText[],
  { maxItems, maxTokens }: RequestLimits,
): PendingText[][] {
  let start = 0
  return packBatches(
    texts.map(({ text }) => text),
    { maxItems, maxTokens, countTokens },
  ).map(({ length }) => texts.slice(start, (start += length)))
}

/** Packs pages of texts into requests across the ends of pages: only the last request may have room left. */
export async function* pendingBatches(
  pages: AsyncIterable<readonly PendingText[]>,
  limits: RequestLimits,
): AsyncGenerator<readonly PendingText[]> {
  let waiting: readonly PendingText[] = []
  for await (const page of pages) {
    const batches = packTexts([...waiting, ...page], limits)
    waiting = batches.pop() ?? []
    yield* batches
  }
  if (waiting.length > 0) yield waiting
}

function addressKey({ root, path }: DocumentAddress): string {
  return `${root}:${path}`
}
