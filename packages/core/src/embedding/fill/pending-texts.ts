import { countTokens } from '@recallite/chunker/counting'
import { packBatches } from '@recallite/embeddings'
import type { DocumentAddress, PendingPage, PendingText, Space, Store } from '@recallite/store'
import type { HeldBackend } from '../chain.js'

/** How much there is to embed. */
export interface PendingAmount {
  /** A text that several documents share counts for one of them. */
  readonly files: number
  readonly texts: number
  /** By the chunker's count, which differs from that of providers. */
  readonly tokens: number
}

/** The pending texts of a space. */
export interface Pending extends PendingAmount {
  /** Documents that look like secrets and are not sent to another machine; empty if nothing is sent. */
  readonly secretDocuments: readonly DocumentAddress[]
}

interface RequestLimits {
  readonly maxItems: number
  readonly maxTokens: number
}

const textsPerPage = 128

/** The pending texts of a space, newest documents first. They are read in pages, so some may have a vector once they are used. */
export async function* pendingTexts(
  store: Store,
  space: Space,
  { part, after }: Omit<PendingPage, 'limit'> = {},
): AsyncGenerator<PendingText> {
  do {
    const page = await store.pendingTexts(space, { limit: textsPerPage, part, after })
    after = page.at(-1)?.cursor
    yield* page
  } while (after !== undefined)
}

export async function* withoutSecrets(texts: AsyncIterable<PendingText>): AsyncGenerator<PendingText> {
  for await (const text of texts) if (!text.isSecret) yield text
}

/** Counts the pending texts of a space. With a `host`, texts of documents that look like secrets are left out. */
export async function measurePending(store: Store, space: Space, host: string | null): Promise<Pending> {
  const secret = new Map<string, DocumentAddress>()
  async function* sendable(): AsyncGenerator<PendingText> {
    for await (const text of pendingTexts(store, space)) {
      if (text.isSecret && host !== null) secret.set(addressKey(text.document), text.document)
      else yield text
    }
  }
  const amount = await amountOf(sendable())
  return { ...amount, secretDocuments: [...secret.values()] }
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

/** Packs texts into requests within the limits, in order; only the last one may have room left. */
export async function* packPending(texts: AsyncIterable<PendingText>, limits: RequestLimits) {
  let waiting: PendingText[] = []
  let added = 0
  for await (const text of texts) {
    waiting.push(text)
    added += 1
    if (added % textsPerPage > 0) continue
    const batches = packTexts(waiting, limits)
    waiting = batches.pop() ?? []
    yield* batches
  }
  yield* packTexts(waiting, limits)
}

function packTexts(texts: readonly PendingText[], { maxItems, maxTokens }: RequestLimits) {
  let start = 0
  return packBatches(
    texts.map(({ text }) => text),
    { maxItems, maxTokens, countTokens },
  ).map(({ length }) => texts.slice(start, (start += length)))
}

function addressKey({ root, path }: DocumentAddress): string {
  return `${root}:${path}`
}

/** Texts that are sent to another machine. */
export interface Upload extends PendingAmount {
  /** Number of sentences of this program that verify and measure the model. */
  readonly constantTexts: number
  /** The backend's name, as `openai/text-embedding-3-small`. */
  readonly name: string
  readonly host: string
}

export function announceUpload(
  { name, host }: HeldBackend,
  { files, texts, tokens, constantTexts }: PendingAmount & Pick<Upload, 'constantTexts'>,
  onUpload: ((upload: Upload) => void) | undefined,
): void {
  if (host !== null && texts > 0) onUpload?.({ name, host, files, texts, tokens, constantTexts })
}
