import { reasonOf, type Memory } from '@recallite/core'

/** Loads what the first question needs before anybody asks it. */
export interface WarmUp {
  /** The first call does it; later ones nothing. */
  begin(): void
  /** Nothing is told any more. */
  end(): void
}

/** @param tell called with what does not work, each reason once */
export function warmUpOnce(memory: Pick<Memory, 'warmUp'>, tell: (message: string) => void): WarmUp {
  let hasBegun = false
  let isOver = false
  const tellAll = (reasons: readonly string[]) => {
    if (!isOver) for (const reason of new Set(reasons)) tell(reason)
  }
  return {
    begin() {
      if (hasBegun || isOver) return
      hasBegun = true
      memory.warmUp().then(
        ({ degraded }) => tellAll(degraded.map(({ reason }) => reason)),
        (error: unknown) => tellAll([reasonOf(error)]),
      )
    },
    end() {
      isOver = true
    },
  }
}
