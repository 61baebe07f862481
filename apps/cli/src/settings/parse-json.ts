import { malformed } from './malformed.js'
import type { TreeNode, TreeValue } from './tree.js'

interface Token {
  readonly text: string
  readonly line: number
}

/** As much as it takes to part the text; JSON.parse is the judge of each scalar. */
const tokens = /[ \t\r\n]+|[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/gsy
const deepest = 32

/** JSON.parse says neither lines nor doubled keys, and repeats the text in its messages, where keys could stand. */
function tokenize(text: string, file: string): Token[] {
  const found: Token[] = []
  let line = 1
  let end = 0
  for (const [token] of text.matchAll(tokens)) {
    end += token.length
    if (token.trim() === '') line += token.split('\n').length - 1
    else found.push({ text: token, line })
  }
  if (end < text.length) malformed(file, line, 'is not JSON here')
  found.push({ text: '', line })
  return found
}

function createReader(text: string, file: string) {
  const list = tokenize(text, file)
  let next = 0
  const peek = (): Token => list[next] ?? { text: '', line: 1 }
  const refuse = (): never => malformed(file, peek().line, 'is not JSON here')
  const take = (): Token => {
    const token = peek()
    next += 1
    return token
  }
  const takeIf = (expected: string): boolean => {
    if (peek().text !== expected) return false
    next += 1
    return true
  }
  return { peek, refuse, take, takeIf }
}

type Reader = ReturnType<typeof createReader>

function readScalar(reader: Reader): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(reader.peek().text)
    reader.take()
    return value as string | number | boolean | null
  } catch {
    return reader.refuse()
  }
}

/** Reads what stands between an opening and its closing, separated by commas. */
function readParts(reader: Reader, close: string, readPart: () => void): void {
  reader.take()
  if (reader.takeIf(close)) return
  do readPart()
  while (reader.takeIf(','))
  if (!reader.takeIf(close)) reader.refuse()
}

function readMapping(reader: Reader, file: string, depth: number): ReadonlyMap<string, TreeNode> {
  const mapping = new Map<string, TreeNode>()
  readParts(reader, '}', () => {
    const { line, text } = reader.peek()
    if (!text.startsWith('"')) reader.refuse()
    const name = String(readScalar(reader))
    if (mapping.has(name)) malformed(file, line, 'has a key a second time; keep one of the two')
    if (!reader.takeIf(':')) reader.refuse()
    mapping.set(name, { line, value: readValue(reader, file, depth + 1) })
  })
  return mapping
}

function readList(reader: Reader, file: string, depth: number): readonly TreeNode[] {
  const items: TreeNode[] = []
  readParts(reader, ']', () => {
    const { line } = reader.peek()
    items.push({ line, value: readValue(reader, file, depth + 1) })
  })
  return items
}

function readValue(reader: Reader, file: string, depth: number): TreeValue {
  const { text, line } = reader.peek()
  if (depth > deepest) malformed(file, line, 'is nested too deeply')
  if (text === '{') return readMapping(reader, file, depth)
  if (text === '[') return readList(reader, file, depth)
  return readScalar(reader)
}

/**
 * Reads JSON with the line of each part.
 * @throws SettingsError `SETTINGS_MALFORMED`
 */
export function parseJson(text: string, file: string): TreeNode {
  const reader = createReader(text, file)
  const value = readValue(reader, file, 0)
  if (reader.peek().text !== '') reader.refuse()
  return { line: 1, value }
}
