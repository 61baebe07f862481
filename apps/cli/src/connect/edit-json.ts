import { isDeepStrictEqual } from 'node:util'
import { CodedError } from '@recallite/command-line'
import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  stripComments,
} from 'jsonc-parser'

/** A text that is added at an offset. */
export interface Insertion {
  readonly offset: number
  readonly text: string
}

/** A part of a text that is removed. */
export interface Range {
  readonly offset: number
  readonly length: number
}

/** What `connect` adds to a file: a property, an item of a list, a table of TOML, or the whole file with the value as its text. */
export interface Entry {
  readonly kind: 'property' | 'item' | 'table' | 'file'
  readonly path: readonly string[]
  readonly value: unknown
}

/** A file that cannot be edited safely; the message is a clause about the file. */
export class EditError extends CodedError<'CONFIGURATION_REFUSED'> {
  constructor(message: string) {
    super('CONFIGURATION_REFUSED', message)
  }
}

/** Whether two values are equal as JSON, in any order of keys. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other))

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

/** The value at a path; undefined if there is none. Throws EditError for invalid JSON. */
export function valueInJson(text: string, path: readonly string[]): unknown {
  const node = nodeIn(text, path)
  return node && getNodeValue(node)
}

function nodeIn(text: string, path: readonly string[]): Node | undefined {
  return path.reduce((node, key) => node && propertyOf(node, key)?.children?.[1], parseJson(text))
}

/**
 * How to add a value without changing anything else: comments, order, indentation, line ends and trailing commas stay.
 * @returns `created`: how many objects and lists around it are added too
 * @throws EditError if the file is not valid, or has something else at the path
 */
export function additionToJson(text: string, { kind, path, value }: Entry) {
  const root = parseJson(text)
  const isItem = kind === 'item'
  const style = styleOf(text)
  const { container, depth } = root ? innermost(root, path, isItem) : { container: undefined, depth: -1 }
  const key = path[depth]
  const content = path
    .slice(depth + 1)
    .reduceRight<unknown>(
      (inner, each) => ({ [each]: inner }),
      isItem && depth < path.length ? [value] : value,
    )
  const created = Math.max(0, path.length - Math.max(0, depth) - (isItem ? 0 : 1))
  if (container) {
    const label = key === undefined ? '' : JSON.stringify(key)
    return { insertions: insertionsInto(text, container, { label, content, style }), created }
  }
  const start = text.trim() === '' || text.endsWith('\n') ? '' : style.eol
  return {
    insertions: [{ offset: text.length, text: start + style.render(content, '') + style.eol }],
    created,
  }
}

/** The innermost container that exists, and how many keys of the path lead to it. */
function innermost(root: Node, path: readonly string[], isItem: boolean) {
  let [container, depth] = [root, 0]
  for (const key of path) {
    const inner = propertyOf(container, key)?.children?.[1]
    if (!inner) break
    depth += 1
    const expected = isItem && depth === path.length ? 'array' : 'object'
    if (inner.type !== expected)
      throw new EditError(`has no ${expected} at ${path.slice(0, depth).join('.')}`)
    container = inner
  }
  return { container, depth }
}

/**
 * How to remove a value, with the next comma and with `created` containers around it if these contain nothing else.
 * Empty if the value is not there.
 */
export function removalFromJson(text: string, entry: Entry, created: number): Range[] {
  const found = locate(text, entry)
  if (!found) return []
  let { container, target } = found
  for (let level = 0; level < created && container.parent?.parent; level += 1) {
    if (!hasOneValue(text, container)) break
    target = container.parent
    container = container.parent.parent
  }
  return rangesOf(text, container, target)
}

function locate(text: string, { kind, path, value }: Entry) {
  const isItem = kind === 'item'
  const container = nodeIn(text, isItem ? path : path.slice(0, -1))
  const target = isItem
    ? container?.children?.find((item) => isSameJson(getNodeValue(item), value))
    : container && propertyOf(container, path.at(-1) ?? '')
  return container && target && { container, target }
}

function parseJson(text: string): Node | undefined {
  const errors: ParseError[] = []
  // The parser does not accept a byte order mark.
  const root = parseTree(text.replace(/^\uFEFF/u, ' '), errors, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  })
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new EditError(`has a syntax error in line ${line} (${printParseErrorCode(error.error)})`)
  }
  if (root && root.type !== 'object') throw new EditError('does not contain an object')
  return root
}

/** The last property with a key, which is the one that JSON parsers use. */
function propertyOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined
  return node.children?.findLast(({ children }) => children?.[0]?.value === key && children[1] !== undefined)
}

function styleOf(text: string) {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const [, unit = '  '] = /^(\t| +)["[{}\]/]/mu.exec(text) ?? []
  const body = text.replace(/^\uFEFF/u, '').trim()
  return {
    eol,
    unit,
    /** Whether everything is on one line. */
    isCompact: /^\{\s*[^}\s]/u.test(body) && !body.includes('\n'),
    separator: /[,:] /u.test(body) ? ' ' : '',
    render: (value: unknown, indent: string) =>
      JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`),
  }
}

interface Content {
  /** The key as JSON; empty for an item of a list. */
  readonly label: string
  readonly content: unknown
  readonly style: ReturnType<typeof styleOf>
}

function insertionsInto(text: string, container: Node, addition: Content): Insertion[] {
  const { eol, unit, isCompact } = addition.style
  const inner = text.slice(container.offset + 1, container.offset + container.length - 1)
  // After comments.
  const offset = container.offset + 1 + trimEnd(inner).length
  const last = container.children?.at(-1)
  const isOnOneLine = isCompact || (last !== undefined && !inner.includes('\n'))
  const base = lineBefore(text, container.offset).replace(/[^ \t].*$/u, '')
  const before = last ? lineBefore(text, last.offset) : '{'
  const indent = trimEnd(before) === '' ? before : base + unit
  const added = render(addition, isOnOneLine ? undefined : indent)
  if (last) return afterLast(text, last, { offset, text: added })
  const isClosed = isOnOneLine || /\n[ \t]*$/u.test(inner)
  return [{ offset, text: added + (isClosed ? '' : eol + base) }]
}

/** Removes white space of JSON; a comment may end with other white space. */
const trimEnd = (text: string): string => text.replace(/[ \t\r\n]+$/u, '')

/** A property or item with the white space before it; without an indentation, on the same line. */
function render({ label, content, style }: Content, indent?: string): string {
  const { eol, separator } = style
  const name = label && `${label}:${indent === undefined ? separator : ' '}`
  if (indent === undefined) return separator + name + JSON.stringify(content)
  return eol + indent + name + style.render(content, indent)
}

/** Adds a comma after the last value, or after the addition if there is a trailing comma. */
function afterLast(text: string, last: Node, { offset, text: added }: Insertion): Insertion[] {
  const lastEnd = last.offset + last.length
  if (commaIn(text, lastEnd, offset) !== undefined) return [{ offset, text: `${added},` }]
  if (offset === lastEnd) return [{ offset, text: `,${added}` }]
  return [
    { offset: lastEnd, text: ',' },
    { offset, text: added },
  ]
}

/** The part of the line before an offset. */
const lineBefore = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)

/** The offset of a comma between two values, outside of comments. */
function commaIn(text: string, start: number, end: number): number | undefined {
  const position = stripComments(text.slice(start, end), ' ').indexOf(',')
  return position < 0 ? undefined : start + position
}

/** Whether a container has one value and no comments. */
function hasOneValue(text: string, { offset, length, children }: Node): boolean {
  const inner = text.slice(offset, offset + length)
  return children?.length === 1 && stripComments(inner) === inner
}

function rangesOf(text: string, container: Node, target: Node): Range[] {
  const siblings = container.children ?? []
  const index = siblings.indexOf(target)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  const start = before ? before.offset + before.length : container.offset + 1
  const end = target.offset + target.length
  const from = start + trimEnd(text.slice(start, target.offset)).length
  const comma = commaIn(text, end, after?.offset ?? container.offset + container.length - 1)
  const range = { offset: from, length: end - from }
  if (comma !== undefined) return [range, { offset: comma, length: 1 }]
  const commaBefore = before && commaIn(text, start, target.offset)
  return commaBefore === undefined ? [range] : [{ offset: commaBefore, length: 1 }, range]
}
