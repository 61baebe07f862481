import { performance } from 'node:perf_hooks'
import type { EmbeddingLink } from './link.js'

/** The time there is for embedding one question. */
export interface QueryBudget {
  /** The most milliseconds a link may take; half of what is left while others follow, so that one that hangs leaves them some. */
  shareOf(link: Pick<EmbeddingLink, 'host'>, followers: readonly Pick<EmbeddingLink, 'host'>[]): number
  /** Milliseconds since the beginning. */
  spent(): number
}

/** What is behind a network has this long together, in milliseconds: there are words to answer with. */
const remoteTime = 4_000

/** @param deadline for all links together, in milliseconds */
export function createBudget(deadline: number): QueryBudget {
  const start = performance.now()
  let remoteLeft = remoteTime
  const spent = () => performance.now() - start
  return {
    shareOf({ host }, followers) {
      const left = deadline - spent()
      const share = followers.length > 0 ? left / 2 : left
      if (host === null) return share
      const isLastRemote = followers.every((follower) => follower.host === null)
      const remoteShare = Math.min(share, isLastRemote ? remoteLeft : remoteLeft / 2)
      remoteLeft -= remoteShare
      return remoteShare
    },
    spent,
  }
}
