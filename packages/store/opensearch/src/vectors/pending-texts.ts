import type { PendingPage, PendingText, Space } from '@recallite/store'
import { aggregate, read, search } from '../connection/session.js'
import type { Buckets, Hit, Hits, Session } from '../connection/session.js'
import { textOf, type ChunkContent, type StoredChunk, type StoredText } from '../documents/chunk-parts.js'
import { isOneOf, not } from '../keyword/match-query.js'
import { findSpace } from './spaces.js'

type TextHit = Hit<StoredText>

const newestFirst = [{ day: 'desc' }, { order: 'asc' }]

const minPage = 100

export async function pendingTexts(
  session: Session,
  space: Space,
  { limit, part: inputs = 'all', after }: PendingPage,
): Promise<PendingText[]> {
  const { part } = await findSpace(session, space)
  const page = { query: not(isOneOf('spaces', [part])), size: Math.max(minPage, limit), sort: newestFirst }
  const pending: PendingText[] = []
  for (let from = after; pending.length < limit;) {
    const start = from !== undefined && { search_after: JSON.parse(from) }
    const hits = await search<StoredText>(session, 'texts', { ...page, ...start })
    const places = await placesOf(session, hits)
    const listed = hits.filter(({ _id, _source: { key, input } }) => {
      const isPart = inputs === 'all' || (inputs === 'first') === (input === 0)
      return isPart && places.get(key)?.listed._id === _id
    })
    pending.push(...(await readTexts(session, listed.slice(0, limit - pending.length), places)))
    const last = hits.at(-1)
    if (!last) break
    from = JSON.stringify(last.sort)
  }
  return pending
}

/** Where a text is listed, and its first place in a secret document. */
interface Places {
  readonly listed: TextHit
  readonly secret: TextHit | undefined
}

/** A text is listed at its first place, where the first inputs of chunks come before further ones. */
async function placesOf(session: Session, hits: readonly TextHit[]): Promise<ReadonlyMap<string, Places>> {
  const values = new Set(hits.map(({ _source }) => _source.key))
  if (values.size === 0) return new Map()
  const first = { top_hits: { size: 1, sort: [{ isFirst: 'desc' }, ...newestFirst] } }
  const secret = { filter: { term: { isSecret: true } }, aggs: { first } }
  const aggs = { keys: { terms: { field: 'key', size: values.size }, aggs: { first, secret } } }
  type First = { readonly first: Hits<StoredText> }
  type Results = { readonly keys: Buckets<First & { readonly secret: First }> }
  const { keys } = await aggregate<Results>(session, 'texts', { query: isOneOf('key', values), aggs })
  const places = keys.buckets.flatMap((bucket): [string, Places][] => {
    const [listed] = bucket.first.hits.hits
    return listed ? [[bucket.key, { listed, secret: bucket.secret.first.hits.hits[0] }]] : []
  })
  return new Map(places)
}

async function readTexts(
  session: Session,
  hits: readonly TextHit[],
  places: ReadonlyMap<string, Places>,
): Promise<PendingText[]> {
  const secrets = hits.flatMap(({ _source }) => places.get(_source.key)?.secret ?? [])
  const docs = new Map([...hits, ...secrets].map(({ _source }) => [_source.chunk, _source.doc]))
  const requests = [...docs].map(([_id, routing]) => ({ _id, routing, _source: ['json'] }))
  const chunks = await read<StoredChunk>(session, 'chunks', requests)
  const contents = new Map(chunks.map(({ _id, _source }) => [_id, JSON.parse(_source.json) as ChunkContent]))
  return hits.flatMap(({ _source: { key, chunk, input }, sort }): PendingText[] => {
    const secret = places.get(key)?.secret
    const content = contents.get(chunk)
    const span = content?.inputs[input]
    const locator = contents.get(secret?._source.chunk ?? chunk)?.item.locator
    if (!span || !locator) return []
    const { root, path, startLine } = locator
    const text = textOf(content.item.text, span).toWellFormed()
    const cursor = JSON.stringify(sort)
    return [{ key, cursor, text, document: { root, path }, startLine, isSecret: secret !== undefined }]
  })
}
