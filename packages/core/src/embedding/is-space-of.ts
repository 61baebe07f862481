import type { KeptSpace } from '@recallite/store'
import type { EmbeddingLink } from './link.js'

/**
 * Whether a space was filled by a link, as far as can be told before its model is opened: names alone are not enough, one
 * model may be asked for vectors of several lengths.
 */
export function isSpaceOf(
  { source, provider, model }: Pick<KeptSpace, 'source' | 'provider' | 'model'>,
  link: Pick<EmbeddingLink, 'source' | 'provider' | 'model' | 'isSame'>,
): boolean {
  if (source === null) return provider === link.provider && model === link.model
  return source === link.source || link.isSame?.(source) === true
}
