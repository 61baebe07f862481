import { nearestName } from '@recallite/fusion'

/** A sentence for the end of a message that names the known name nearest to a wrong one; empty where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}
