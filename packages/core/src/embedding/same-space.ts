import type { Space } from '@recallite/store'

/** Whether vectors of both can be compared. */
export function isSameSpace(a: Space, b: Space): boolean {
  return (
    a.provider === b.provider &&
    a.model === b.model &&
    a.dimensions === b.dimensions &&
    a.promptStyle === b.promptStyle
  )
}
