import type { EmbeddingLink } from '@recallite/core'
import type { Store } from '@recallite/store'
import { chooseLinks, type LinkChoice } from '../embedding/choose-links.js'
import type { Subject } from './subject.js'
import { isOpen } from './try-open.js'

/** The memory, or where it cannot be opened an empty one: what was embedded before then has no say. */
function storeFor({ store, empty }: Subject): Store | undefined {
  if (isOpen(store)) return store
  return isOpen(empty) ? empty : undefined
}

/**
 * Every link, those to other machines included, whether or not they may be asked.
 * @throws UsageError where a local model is asked for and there is none
 */
export async function allLinks(subject: Subject): Promise<LinkChoice> {
  const store = storeFor(subject)
  if (!store) return { links: [], linkOf: () => undefined, noModelReason: undefined }
  return chooseLinks(subject.resolved, { store, isOffline: false, fills: false })
}

/** A link with where its texts go. */
export function describeLink({
  provider,
  model,
  host,
}: Pick<EmbeddingLink, 'provider' | 'model' | 'host'>): string {
  return `${provider}/${model} ${host === null ? 'on this machine' : `at ${host}`}`
}
