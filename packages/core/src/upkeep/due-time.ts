/** How long to wait for more changes before acting on one, in milliseconds. */
export interface Debounce {
  /** After the last change. */
  readonly debounce: number
  /** After the first: a folder in which something changes all the time is looked at all the same. */
  readonly mostDelay: number
}

/** When to act on changes. Pure. */
export function dueTime(
  { firstChange, lastChange }: { readonly firstChange: number; readonly lastChange: number },
  { debounce, mostDelay }: Debounce,
): number {
  return Math.min(lastChange + debounce, firstChange + Math.max(debounce, mostDelay))
}
