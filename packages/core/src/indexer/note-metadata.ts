import { findAbbreviations } from '@recallite/keyword'
import type { References } from '@recallite/chunker'

type Metadata = Readonly<Record<string, unknown>>

/** In UTF-16 units; longer tags have no parents. */
const maxTagLength = 200

/** Levels of a nested tag that become tags: without a limit, those of a hostile note could be fifty times longer than its text. */
const maxLevels = 10

/**
 * The metadata of a note with the links and tags of its text under `links` and `tags`. Tags include the parents of nested ones:
 * `tea/green` is `tea` too. Entries of the front matter come first, unchanged.
 */
export function noteMetadata(stated: Metadata, { links, tags }: References): Metadata {
  // Zola has a separate table for tags.
  const { taxonomies } = stated as { taxonomies?: Metadata | null }
  const named = [stated['tags'], stated['tag'], taxonomies?.['tags']].flatMap(tagNames)
  return withEntries(withEntries(stated, 'tags', withParents([...named, ...tags])), 'links', links)
}

/**
 * Adds `abbreviations` to the metadata of a document: long forms by short ones, as its text defines them, and its aliases, which
 * stand for its title. Entries of the front matter come first; if that has another type, nothing is added.
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

/** Tags with the parents of nested ones, each once. */
export function withParents(tags: readonly string[]): string[] {
  const all = tags.flatMap((tag) => {
    const names = tag.length > maxTagLength ? [] : tag.split('/', maxLevels)
    return [tag, ...names.map((_, index) => names.slice(0, names.length - index).join('/'))]
  })
  return [...new Set(all)].filter((tag) => tag !== '')
}

/** The tags of a list, or of a text separated by commas or spaces. */
function tagNames(value: unknown): string[] {
  const entries = typeof value === 'string' ? value.split(/[,\s]+/u) : entriesOf(value)
  return (entries ?? []).map((entry) => String(entry).trim().replace(/^#/u, ''))
}

function withEntries(metadata: Metadata, key: string, entries: readonly string[]): Metadata {
  const stated = entriesOf(metadata[key])
  const present = new Set(stated?.map(String))
  const added = entries.filter((entry) => !present.has(entry))
  return stated === undefined || added.length === 0 ? metadata : { ...metadata, [key]: [...stated, ...added] }
}

/** The entries of a list, or a single value as a list; undefined for an object. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.filter((entry) => entry !== null)
  return typeof value === 'object' ? undefined : [value]
}
