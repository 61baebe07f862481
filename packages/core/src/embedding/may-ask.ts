import type { EmbeddingLink } from './link.js'

/** Why a link is passed over that may not be asked. */
export const staysHere = 'not asked, since nothing is sent elsewhere because a model on this machine failed'

/** Nothing goes to another machine because a model here failed, unless somebody put that link behind it on purpose. Pure. */
export function mayAsk(
  { host, mayStandIn = false }: Pick<EmbeddingLink, 'host' | 'mayStandIn'>,
  hasLocalFailed: boolean,
): boolean {
  return host === null || mayStandIn || !hasLocalFailed
}
