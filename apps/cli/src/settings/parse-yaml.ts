import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Node,
  type Pair,
  type YAMLError,
} from 'yaml'
import { malformed } from './malformed.js'
import type { TreeNode } from './tree.js'

/** Their own messages may repeat the text, where keys could stand. */
const faults: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'is indented with a tab; YAML wants spaces'],
  ['BAD_INDENT', 'is indented in a way that YAML does not understand'],
  ['MULTIPLE_DOCS', 'has a second document; settings are one'],
  ['MISSING_CHAR', 'lacks a quote, a bracket, a colon or a comma'],
  ['BAD_ALIAS', 'uses a YAML alias (*name); write the values out'],
  ['TAG_RESOLVE_FAILED', 'uses a YAML tag (!name), which settings do not need'],
  ['BLOCK_AS_IMPLICIT_KEY', 'has a mapping where a value should be'],
  ['MULTILINE_IMPLICIT_KEY', 'has a line without a colon, or a quote that is not closed'],
])

const deepest = 32

interface Source {
  readonly file: string
  readonly lineOf: (node: Node | null | undefined, otherwise: number) => number
}

interface Around {
  readonly line: number
  readonly depth: number
}

function keyOf({ key }: Pair, line: number, { file }: Source): string {
  if (isScalar(key) && typeof key.value === 'string') return key.value
  if (isAlias(key)) return malformed(file, line, 'uses a YAML alias (*name); write the values out')
  return malformed(file, line, 'has a key that is not a text')
}

function mappingOf(pairs: readonly Pair[], around: Around, source: Source): ReadonlyMap<string, TreeNode> {
  const mapping = new Map<string, TreeNode>()
  for (const pair of pairs) {
    const line = source.lineOf(pair.key as Node | null, around.line)
    const name = keyOf(pair, line, source)
    if (mapping.has(name)) malformed(source.file, line, 'has a key a second time; keep one of the two')
    const value = toTree(pair.value as Node | null, { line, depth: around.depth + 1 }, source)
    mapping.set(name, { ...value, line })
  }
  return mapping
}

function scalarOf(value: unknown, line: number, { file }: Source): string | number | boolean | null {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return value as string | number | boolean | null
  }
  return malformed(file, line, 'has a value that is no text, number, true or false')
}

function toTree(node: Node | null | undefined, { line: above, depth }: Around, source: Source): TreeNode {
  const line = source.lineOf(node, above)
  if (depth > deepest) malformed(source.file, line, 'is nested too deeply')
  if (node === null || node === undefined) return { line, value: null }
  if (isAlias(node)) malformed(source.file, line, 'uses a YAML alias (*name); write the values out')
  if (isMap(node)) return { line, value: mappingOf(node.items, { line, depth }, source) }
  if (isSeq(node)) {
    return {
      line,
      value: node.items.map((item) => toTree(item as Node | null, { line, depth: depth + 1 }, source)),
    }
  }
  return { line, value: scalarOf(isScalar(node) ? node.value : undefined, line, source) }
}

function parse(text: string, lineCounter: LineCounter, file: string) {
  try {
    // Doubled keys are found above: the library compares every two.
    const options = { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const
    return parseDocument(text, { ...options, version: '1.2', schema: 'core' })
  } catch {
    return malformed(file, 1, 'is nested too deeply')
  }
}

/**
 * Reads YAML with the line of each part; nothing is expanded.
 * @throws SettingsError `SETTINGS_MALFORMED`
 */
export function parseYaml(text: string, file: string): TreeNode {
  const lineCounter = new LineCounter()
  const { errors, warnings, contents } = parse(text, lineCounter, file)
  const [fault]: YAMLError[] = [...errors, ...warnings]
  if (fault) {
    const { line } = lineCounter.linePos(fault.pos[0])
    malformed(file, line, faults.get(fault.code) ?? 'is not YAML here')
  }
  const lineOf: Source['lineOf'] = (node, otherwise) =>
    node?.range ? lineCounter.linePos(node.range[0]).line : otherwise
  return toTree(contents, { line: 1, depth: 0 }, { file, lineOf })
}
