import type { PendingPage, PendingText, Space } from '@recallite/store'
import {
  hitOf,
  read,
  search,
  type Buckets,
  type Hit,
  type RawHit,
  type Session,
} from '../connection/session.js'
import { textOf, type ChunkContent, type StoredChunk, type StoredText } from '../documents/chunk-parts.js'
import { isOneOf, not } from '../keyword/match-query.js'
import { findSpace } from './spaces.js'

type TextHit = Hit<StoredText>

const newestFirst = [{ day: 'desc' }, { order: 'asc' }]

const minPage = 100

/** See `Store.pendingTexts`. */
export async function pendingTexts(
  session: Session,
  space: Space,
  { limit, part = 'all', after }: PendingPage,
): Promise<PendingText[]> {
  const { vectors } = await findSpace(session, space)
  const page = { query: not(isOneOf('spaces', [vectors])), size: Math.max(minPage, limit), sort: newestFirst }
  const pending: PendingText[] = []
  for (let from = after; pending.length < limit;) {
    const start = from !== undefined && { search_after: JSON.parse(from) }
    const { hits } = await search<StoredText>(session, 'texts', { ...page, ...start })
    const places = await placesOf(session, hits)
    const listed = hits.filter(({ id, source: { key, input } }) => {
      return places.get(key)?.listed.id === id && (part === 'all' || (part === 'first') === (input === 0))
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

interface TopHits {
  readonly hits: { readonly hits: readonly RawHit[] }
}

type Keys = Record<'keys', Buckets<{ readonly first: TopHits; readonly secret: { readonly first: TopHits } }>>

/** A text is listed at its first place, where the first inputs of chunks come before further ones. */
async function placesOf(session: Session, hits: readonly TextHit[]): Promise<Map<string, Places>> {
  const keys = [...new Set(hits.map(({ source }) => source.key))]
  if (keys.length === 0) return new Map()
  const first = { top_hits: { size: 1, sort: [{ isFirst: 'desc' }, ...newestFirst] } }
  const secret = { filter: { term: { isSecret: true } }, aggs: { first } }
  const terms = { field: 'key', size: keys.length }
  const body = { size: 0, query: isOneOf('key', keys), aggs: { keys: { terms, aggs: { first, secret } } } }
  const { aggregations } = await search<unknown, Keys>(session, 'texts', body)
  const places = aggregations.keys.buckets.flatMap((bucket): [string, Places][] => {
    const [[listed], [secretHit]] = [bucket.first.hits.hits, bucket.secret.first.hits.hits]
    return listed ? [[bucket.key, { listed: hitOf(listed), secret: secretHit && hitOf(secretHit) }]] : []
  })
  return new Map(places)
}

async function readTexts(
  session: Session,
  hits: readonly TextHit[],
  places: ReadonlyMap<string, Places>,
): Promise<PendingText[]> {
  const secrets = hits.flatMap(({ source }) => places.get(source.key)?.secret ?? [])
  const wanted = new Map([...hits, ...secrets].map(({ source }) => [source.chunk, source.doc]))
  const docs = [...wanted].map(([_id, routing]) => ({ _id, routing, _source: ['json'] }))
  const chunks = await read<StoredChunk>(session, 'chunks', docs)
  const contents = new Map(chunks.map(({ id, source }) => [id, JSON.parse(source.json) as ChunkContent]))
  return hits.flatMap(({ source: { key, chunk, input }, sort }): PendingText[] => {
    const secret = places.get(key)?.secret
    const content = contents.get(chunk)
    const given = content?.inputs[input]
    const named = contents.get(secret?.source.chunk ?? chunk)?.item.locator
    if (!given || !named) return []
    const { root, path, startLine } = named
    const text = textOf(content.item.text, given).toWellFormed()
    const cursor = JSON.stringify(sort)
    return [{ key, cursor, text, document: { root, path }, startLine, isSecret: secret !== undefined }]
  })
}
