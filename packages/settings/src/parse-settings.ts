import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type YAMLMap } from 'yaml'
import { malformed } from './errors.js'
import type { FileContent } from './layers.js'
import { isPlainMapping, type Plain } from './schemas/schema.js'

const aliasFault = 'uses a YAML alias (*name); write the values out'

/** By the library's codes, since its messages may repeat the text, which may contain keys. */
const faults: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'is indented with a tab; YAML requires spaces',
  BAD_INDENT: 'has invalid indentation',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
  MULTIPLE_DOCS: 'has a second document; settings must be a single one',
  MISSING_CHAR: 'is missing a quote, bracket, colon or comma',
  BAD_ALIAS: aliasFault,
  TAG_RESOLVE_FAILED: 'uses a YAML tag (!name), which settings do not need',
  BLOCK_AS_IMPLICIT_KEY: 'has a mapping in place of a value',
  MULTILINE_IMPLICIT_KEY: 'has a line without a colon, or a quote that is not closed',
}

const maxDepth = 32

/**
 * Parses a settings file, with the line of each key; an empty file has no settings. YAML 1.2 includes JSON; `.json` files
 * may also contain comments. Throws `SettingsError` `SETTINGS_MALFORMED`.
 */
export function parseSettings(text: string, file: string): FileContent {
  const isJson = file.toLowerCase().endsWith('.json')
  const lines = new LineCounter()
  const { errors, warnings, contents } = parse(isJson ? blankComments(text) : text, lines, file)
  const lineAt = (offset: number) => lines.linePos(offset).line
  const [fault] = [...errors, ...warnings]
  if (fault) {
    malformed(file, lineAt(fault.pos[0]), faults[fault.code] ?? `is not ${isJson ? 'JSON' : 'YAML'} here`)
  }
  const lineByKey = new Map<string, number>()
  const read = reader({ file, lineAt, lineByKey })
  const content = read(contents, { key: '', line: 1, depth: 0 }) ?? {}
  if (!isPlainMapping(content)) {
    return malformed(file, 1, 'is not a mapping; settings are written as in "query: { maxResults: 10 }"')
  }
  return { content, lineOf: (key) => lineByKey.get(key) ?? 1 }
}

/** Replaces comments and tabs outside of JSON strings by spaces, so that lines keep their numbers. */
function blankComments(text: string): string {
  const parts = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*.*?\*\/|\t/gsu
  return text.replace(parts, (part) => (part.startsWith('"') ? part : part.replace(/[^\n]/gu, ' ')))
}

function parse(text: string, lineCounter: LineCounter, file: string) {
  try {
    // The library would compare all pairs of keys to find duplicates; the reader below uses a Map.
    const options = { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const
    return parseDocument(text, { ...options, version: '1.2', schema: 'core' })
  } catch {
    return malformed(file, 1, 'is nested too deeply')
  }
}

interface Reading {
  readonly file: string
  readonly lineAt: (offset: number) => number
  readonly lineByKey: Map<string, number>
}

interface Around {
  readonly key: string
  readonly line: number
  readonly depth: number
}

function reader({ file, lineAt, lineByKey }: Reading) {
  const lineOf = (node: unknown, above: number) => {
    const { range } = (node ?? {}) as Partial<Node>
    return range ? lineAt(range[0]) : above
  }

  const read = (node: unknown, { key, line: above, depth }: Around): Plain => {
    const line = lineOf(node, above)
    if (!lineByKey.has(key)) lineByKey.set(key, line)
    if (depth > maxDepth) malformed(file, line, 'is nested too deeply')
    if (isAlias(node)) malformed(file, line, aliasFault)
    if (isMap(node)) return readMapping(node, { key, line, depth: depth + 1 })
    if (isSeq(node)) {
      return node.items.map((item, index) => read(item, { key: `${key}[${index}]`, line, depth: depth + 1 }))
    }
    const value: unknown = isScalar(node) ? node.value : (node ?? null)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Plain
    return malformed(file, line, 'has a value that is not a text, number, true or false')
  }

  const readMapping = ({ items }: YAMLMap, { key: whole, line: above, depth }: Around): Plain => {
    const mapping = new Map<string, Plain>()
    for (const { key, value } of items) {
      const line = lineOf(key, above)
      if (isAlias(key)) malformed(file, line, aliasFault)
      const name: unknown = isScalar(key) ? key.value : undefined
      if (typeof name !== 'string') return malformed(file, line, 'has a key that is not a text')
      if (mapping.has(name)) malformed(file, line, 'has a duplicate key; remove one of the two')
      const part = whole === '' ? name : `${whole}.${name}`
      lineByKey.set(part, line)
      mapping.set(name, read(value, { key: part, line, depth }))
    }
    return Object.fromEntries(mapping)
  }

  return read
}
