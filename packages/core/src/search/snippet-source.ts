import { reasonOf } from '../reason-of.js'
import type { Degradation } from './answer.js'
import type { CompleteRetrieval } from './stages/complete.js'
import type { RankedItem } from './stages/fuse.js'

interface ShownItem extends Pick<RankedItem, 'id' | 'confidenceInputs'> {
  readonly item: { readonly text: string }
}

/** What snippets are made of. */
export interface SnippetSources {
  /** By item; an item that is not here has a snippet of its whole text. */
  readonly texts: ReadonlyMap<string, string>
  readonly degraded: readonly Degradation[]
}

/** From this query coverage on, the words of an item decide which of its sentences are shown. */
const decisiveCoverage = 0.5

/**
 * The parts to show instead of whole texts: where an item has less than half of the query's words by weight, the part
 * that is nearest by vector. Asks for them only if there is such an item.
 */
export async function snippetSources(
  found: readonly ShownItem[],
  retrievals: readonly CompleteRetrieval[],
): Promise<SnippetSources> {
  const undecided = found.filter(
    ({ confidenceInputs: { cosine, coverage } }) => cosine !== null && coverage < decisiveCoverage,
  )
  const retrieval = retrievals.find(({ nearest }) => nearest !== undefined)
  if (undecided.length === 0 || !retrieval?.nearest) return { texts: new Map(), degraded: [] }
  try {
    const parts = await retrieval.nearest(undecided.map(({ id }) => id))
    const texts = undecided.flatMap(({ id, item: { text } }) => {
      const part = parts.get(id)
      return part ? [[id, text.slice(part.from, part.to)] as const] : []
    })
    return { texts: new Map(texts), degraded: [] }
  } catch (error) {
    return { texts: new Map(), degraded: [{ retriever: retrieval.retriever.name, reason: reasonOf(error) }] }
  }
}
