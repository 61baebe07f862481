import type { KeptSpace } from '@recallite/store'
import type { HeldLink } from './chain.js'
import { isSpaceOf } from './is-space-of.js'

/** What links are there to ask, and the spaces of the index. */
export interface QueryChoice {
  /** As configured, the first choice first. */
  readonly links: readonly HeldLink[]
  /** The most recently chosen last. */
  readonly spaces: readonly KeptSpace[]
  /** The link that a space was filled by. */
  readonly remembered: (source: string) => HeldLink | undefined
}

/** Which links to ask, in order, and the configured ones that are not asked. */
export interface QueryPlan {
  readonly asked: readonly HeldLink[]
  /** They have no vectors to compare a question with. */
  readonly withoutVectors: readonly HeldLink[]
}

/**
 * Filled spaces come before those that are still being filled, so that a model that was changed answers only when its
 * vectors are there; among equals configured links come first, then the ones that filled the other spaces, the latest
 * first. Pure.
 */
export function planQuery({ links, spaces, remembered }: QueryChoice): QueryPlan {
  const usable = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (link: HeldLink) => usable.filter((space) => isSpaceOf(space, link))
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
