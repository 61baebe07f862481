import { orUndefined } from '@recallite/command-line'
import { parse, type TomlTable } from 'smol-toml'
import { EditError, type Entry, type Insertion, isSameJson, type Range } from './edit-json.js'

/** A table with simple values, such as `[mcp_servers.recallite]`. */
type Table = Pick<Entry, 'path' | 'value'>

/** The value at a path; undefined if there is none. Throws EditError for invalid TOML. */
export function valueInToml(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as TomlTable | undefined)?.[key], parseToml(text))
}

/** A table as TOML, with its header. */
export function renderToml({ path, value }: Table, eol = '\n'): string {
  const lines = Object.entries(value as object).map(([key, each]) => `${key} = ${JSON.stringify(each)}`)
  return [`[${path.join('.')}]`, ...lines, ''].join(eol)
}

/** How to add a table at the end. Throws EditError if the file is not valid, or would not be with the table. */
export function additionToToml(text: string, table: Table): Insertion {
  parseToml(text)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lineEnd = text === '' || text.endsWith('\n') ? '' : eol
  const blank = text.trim() === '' ? '' : eol
  const insertion = { offset: text.length, text: lineEnd + blank + renderToml(table, eol) }
  const added = orUndefined(() => valueInToml(text + insertion.text, table.path))
  // For example, an inline table cannot be extended.
  if (!isSameJson(added, table.value))
    throw new EditError(`cannot contain another table [${table.path.join('.')}]`)
  return insertion
}

/** How to remove a table, with a blank line before it. Throws EditError if its lines are not together. */
export function removalFromToml(text: string, { path, value }: Table): Range {
  const header = new RegExp(
    `^[ \\t]*\\[[ \\t]*${path.join('[ \\t]*\\.[ \\t]*')}[ \\t]*\\][ \\t]*(?:#.*)?$`,
    'u',
  )
  const lines = text.split(/(?<=\n)/u)
  const first = lines.findIndex((line) => header.test(line.trimEnd()))
  const rest = lines.slice(first + 1).findIndex((line) => /^\s*(?:[[#].*)?$/u.test(line.trimEnd()))
  const end = rest < 0 ? lines.length : first + 1 + rest
  const start = first > 0 && lines[first - 1]?.trim() === '' ? first - 1 : first
  const lengthOf = (from: number, to: number) => lines.slice(from, to).join('').length
  const range = { offset: lengthOf(0, start), length: lengthOf(start, end) }
  const remaining = text.slice(0, range.offset) + text.slice(range.offset + range.length)
  const expected = first >= 0 && isSameJson(valueInToml(text, path), value) && withoutTable(text, path)
  const left = orUndefined(() => withoutTable(remaining, path))
  if (isSameJson(left, expected)) return range
  throw new EditError(`has [${path.join('.')}] in a form that cannot be removed`)
}

/** The content without a table, nor the table around it if that is then empty. */
function withoutTable(text: string, path: readonly string[]): TomlTable {
  const [outer = '', inner = ''] = path
  const root = parseToml(text)
  const { [inner]: _removed, ...others } = (root[outer] ?? {}) as TomlTable
  const { [outer]: _outer, ...rest } = root
  return Object.keys(others).length > 0 ? { ...rest, [outer]: others } : rest
}

function parseToml(text: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/u, ' '))
  } catch (error) {
    const { line, message } = error as { readonly line?: number; readonly message: string }
    const [reason = ''] = message.split('\n')
    throw new EditError(
      `has a syntax error in line ${line ?? 1} (${reason.replace('Invalid TOML document: ', '')})`,
    )
  }
}
