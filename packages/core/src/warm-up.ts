import { canarySentence } from './embedding/canary.js'
import { embedQuery } from './embedding/embed-query.js'
import type { SearchAnswer } from './search/answer.js'
import type { SearchSource } from './search/search.js'

/** Loads what the first search needs, and says what does not work. */
export async function warmUp(source: SearchSource): Promise<Pick<SearchAnswer, 'degraded'>> {
  const { chain, deadline, noModelReason = '' } = source
  const asked = chain.links.length > 0
  const { reasons } = asked
    ? await embedQuery(canarySentence, source, { deadline, signal: undefined })
    : { reasons: [noModelReason] }
  const told = reasons.filter((reason) => reason !== '')
  return { degraded: told.map((reason) => ({ retriever: 'vector', reason })) }
}
