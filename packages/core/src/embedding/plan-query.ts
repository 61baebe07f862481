import type { KeptSpace } from '@recallite/store'
import { isSpaceOf } from './is-space-of.js'
import type { EmbeddingLink } from './link.js'

/** What links are there to ask, and the spaces of the index. */
export interface QueryChoice<Link extends EmbeddingLink> {
  /** As configured, the first choice first. */
  readonly links: readonly Link[]
  /** The most recently chosen last. */
  readonly spaces: readonly Omit<KeptSpace, 'canary'>[]
  /** The link that a space was filled by. */
  readonly remembered: (source: string) => Link | undefined
}

/** Which links to ask, in order, and the configured ones that are not asked. */
export interface QueryPlan<Link extends EmbeddingLink> {
  readonly asked: readonly Link[]
  /** They have no vectors to compare a question with. */
  readonly withoutVectors: readonly Link[]
}

/**
 * Filled spaces come before those that are still being filled, so that a model that was changed answers only when its
 * vectors are there; among equals configured links come first, then the ones that filled the other spaces, the latest
 * first. Pure.
 */
export function planQuery<Link extends EmbeddingLink>({
  links,
  spaces,
  remembered,
}: QueryChoice<Link>): QueryPlan<Link> {
  const usable = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (link: Link) => usable.filter((space) => isSpaceOf(space, link))
  const others = usable
    .filter((space) => !links.some((link) => isSpaceOf(space, link)))
    .flatMap(({ source }) => (source === null ? [] : (remembered(source) ?? [])))
  const all = [...new Set([...links, ...others])]
  const filled = all.filter((link) => spacesOf(link).some(({ isFilled }) => isFilled))
  const partly = all.filter((link) => !filled.includes(link) && spacesOf(link).length > 0)
  return {
    asked: [...filled, ...partly],
    withoutVectors: links.filter((link) => spacesOf(link).length === 0),
  }
}
