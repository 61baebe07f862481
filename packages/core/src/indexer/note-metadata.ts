import { findAbbreviations } from '@recallite/keyword'
import type { References } from '@recallite/chunker'

type Metadata = Readonly<Record<string, unknown>>

/** In UTF-16 units; a longer name is a text and has no parts. */
const longestTag = 200

/** How many levels of a nested tag are tags too: a hostile note would otherwise have fifty times its own length of them. */
const mostLevels = 10

/**
 * The metadata of a note with the links and tags of its text: `links` has what it links to, `tags` all its tags, those that a nested
 * one lies in among them (`tea/green` is `tea` too). What the front matter has under these keys stays as it is and comes first; a
 * note without links and tags keeps its metadata unchanged.
 */
export function noteMetadata(stated: Metadata, { links, tags }: References): Metadata {
  const named = [...tagNames(stated['tags']), ...tagNames(stated['tag']), ...tags]
  return withEntries(withEntries(stated, 'tags', withParents(named)), 'links', links)
}

/**
 * The metadata of a document with what its text says that abbreviations stand for, and with its aliases, which stand for its title:
 * `abbreviations` has the long forms by the short ones. What the front matter has there comes first; where that is no such list, or
 * nothing is said, the metadata stays as it is.
 */
export function withAbbreviations(metadata: Metadata, title: string, text: string): Metadata {
  const { abbreviations: stated = {} } = metadata
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return metadata
  const aliases = [metadata['aliases'], metadata['alias']].flatMap((value) => entriesOf(value) ?? [])
  const named = aliases.map((alias) => [String(alias), title] as const)
  const longs = new Map(Object.entries(stated).map(([short, long]) => [short, [long].flat()] as const))
  for (const [short, long] of [...findAbbreviations(text), ...named])
    longs.set(short, [...new Set([...(longs.get(short) ?? []), long])])
  return longs.size === 0 ? metadata : { ...metadata, abbreviations: Object.fromEntries(longs) }
}

/** Tags with those that nested ones lie in, each once. */
export function withParents(tags: readonly string[]): string[] {
  const all = tags.flatMap((tag) => {
    const names = tag.length > longestTag ? [] : tag.split('/', mostLevels)
    return [tag, ...names.map((_, index) => names.slice(0, names.length - index).join('/'))]
  })
  return [...new Set(all)].filter((tag) => tag !== '')
}

/** The tags of a list; those of a text have commas or spaces between them. */
function tagNames(value: unknown): string[] {
  const entries = typeof value === 'string' ? value.split(/[,\s]+/u) : entriesOf(value)
  return (entries ?? []).map((entry) => String(entry).trim().replace(/^#/u, ''))
}

function withEntries(metadata: Metadata, key: string, entries: readonly string[]): Metadata {
  const stated = entriesOf(metadata[key])
  const known = new Set(stated?.map(String))
  const added = entries.filter((entry) => !known.has(entry))
  return stated === undefined || added.length === 0 ? metadata : { ...metadata, [key]: [...stated, ...added] }
}

/** The entries of a list, or a value alone; undefined for keys below the key, which are no list. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.filter((entry) => entry !== null)
  return typeof value === 'object' ? undefined : [value]
}
