import type { Space, Store } from '../store.js'

/** What tells a space apart, out of all that is said of it. */
function identityOf({ provider, model, dimensions, promptStyle }: Space): Space {
  return { provider, model, dimensions, promptStyle }
}

/** What the status says of each space: which it is, and how many texts have and lack their vector. */
export async function spaceCounts(store: Store): Promise<(Space & { vectors: number; pending: number })[]> {
  const { spaces } = await store.status()
  return spaces.map(({ vectors, pending, ...space }) => ({ ...identityOf(space), vectors, pending }))
}

/** Which spaces are listed, in order. */
export async function listedSpaces(store: Store): Promise<Space[]> {
  const spaces = await store.listSpaces()
  return spaces.map(identityOf)
}
