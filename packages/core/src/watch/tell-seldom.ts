/** Tells each thing once for all the times it is told within an interval, in milliseconds: at the end of it. */
export function tellSeldom<Thing>(tell: (thing: Thing) => void, interval: number): (thing: Thing) => void {
  const waiting = new Set<Thing>()
  return (thing) => {
    if (waiting.has(thing)) return
    waiting.add(thing)
    setTimeout(() => {
      waiting.delete(thing)
      tell(thing)
    }, interval)
  }
}
