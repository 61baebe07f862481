import type { PendingPage, PendingText, Space } from '@recallite/store'
import { read, search, type Hit, type Session } from '../connection/session.js'
import { textOf, type ChunkContent, type StoredChunk, type StoredText } from '../documents/chunk-parts.js'
import { isOneOf, not, type Query } from '../keyword/match-query.js'
import { findSpace } from './spaces.js'

/** The newest text first, and equal ones by position. */
const newestFirst = [{ day: 'desc' }, { order: 'asc' }, { version: 'asc' }]

type TextHit = Hit<StoredText>

/** The place of a text that lists it, and the one that is named in messages. */
interface Place {
  readonly key: string
  readonly listed: string
  readonly isFirst: boolean
  readonly named: TextHit
  readonly isSecret: boolean
}

/** See `Store.pendingTexts`. */
export async function pendingTexts(
  session: Session,
  space: Space,
  page: PendingPage,
): Promise<PendingText[]> {
  const { vectors } = await findSpace(session, space)
  const { limit, part = 'all' } = page
  const query = not(isOneOf('spaces', [vectors]))
  const pending: PendingText[] = []
  for (let { after } = page; pending.length < limit;) {
    const hits = await nextTexts(session, query, { size: Math.max(100, limit), after })
    after = hits.at(-1) && cursorOf(hits.at(-1) as TextHit)
    const places = await placesOf(session, [...new Set(hits.map(({ _source: { key } }) => key))])
    const listed = hits.filter(({ _id, _source: { key } }) => {
      const place = places.get(key)
      return place?.listed === _id && (part === 'all' || place.isFirst === (part === 'first'))
    })
    pending.push(...(await readTexts(session, listed.slice(0, limit - pending.length), places)))
    if (after === undefined) break
  }
  return pending
}

const cursorOf = ({ sort }: TextHit): string => JSON.stringify(sort)

async function nextTexts(
  session: Session,
  query: Query,
  { size, after }: { readonly size: number; readonly after: string | undefined },
): Promise<readonly TextHit[]> {
  const { hits } = await search<StoredText>(session, session.index('texts'), {
    query,
    size,
    sort: newestFirst,
    ...(after !== undefined && { search_after: JSON.parse(after) }),
  })
  return hits.hits
}

type TopHits = { readonly hits: { readonly hits: readonly TextHit[] } }

interface Bucket {
  readonly key: string
  readonly first: TopHits
  readonly secret: { readonly one: TopHits }
}

/** A text is listed at its first place in the order, where the first inputs of chunks come before further ones. */
async function placesOf(session: Session, keys: readonly string[]): Promise<Map<string, Place>> {
  if (keys.length === 0) return new Map()
  const sort = [{ isFirst: 'desc' }, ...newestFirst]
  const { aggregations } = await search<unknown, { readonly keys: { readonly buckets: readonly Bucket[] } }>(
    session,
    session.index('texts'),
    {
      size: 0,
      query: isOneOf('key', keys),
      aggs: {
        keys: {
          terms: { field: 'key', size: keys.length },
          aggs: {
            first: { top_hits: { size: 1, sort } },
            secret: { filter: { term: { isSecret: true } }, aggs: { one: { top_hits: { size: 1, sort } } } },
          },
        },
      },
    },
  )
  const places = aggregations.keys.buckets.flatMap(({ key, first, secret }): [string, Place][] => {
    const [[top], [secretText]] = [first.hits.hits, secret.one.hits.hits]
    if (!top) return []
    const isFirst = top._source.input === 0
    return [
      [key, { key, listed: top._id, isFirst, named: secretText ?? top, isSecret: secretText !== undefined }],
    ]
  })
  return new Map(places)
}

async function readTexts(
  session: Session,
  hits: readonly TextHit[],
  places: ReadonlyMap<string, Place>,
): Promise<PendingText[]> {
  const named = hits.flatMap(({ _source }) => places.get(_source.key)?.named ?? [])
  const wanted = new Map([...hits, ...named].map(({ _source }) => [_source.chunk, _source.doc]))
  const chunks = await read<StoredChunk>(
    session,
    session.index('chunks'),
    [...wanted].map(([_id, routing]) => ({ _id, routing, _source: ['json'] })),
  )
  const contents = new Map(chunks.map(({ _id, _source }) => [_id, JSON.parse(_source.json) as ChunkContent]))
  return hits.flatMap((hit): PendingText[] => {
    const { key, chunk, input } = hit._source
    const place = places.get(key)
    const content = contents.get(chunk)
    const given = content?.inputs[input]
    const item = contents.get(place?.named._source.chunk ?? '')?.item
    if (!place || !content || !given || !item) return []
    const { root, path, startLine } = item.locator
    const text = textOf(content.item.text, given).toWellFormed()
    return [
      { key, cursor: cursorOf(hit), text, document: { root, path }, startLine, isSecret: place.isSecret },
    ]
  })
}
