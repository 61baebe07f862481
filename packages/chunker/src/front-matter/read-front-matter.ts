import { dedent, fold, readBlockList } from './block-value.js'
import { frontMatterEnd } from './front-matter-end.js'
import { readInlineList } from './inline-list.js'
import { readKeyLine } from './key-line.js'
import { readScalar, type Scalar } from './scalar.js'

interface Entry {
  readonly key: string
  /** What stands behind the colon. */
  readonly value: string
  /** The lines below, up to the next key. */
  readonly below: string[]
}

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const line of lines) {
    const keyLine = readKeyLine(line)
    if (keyLine !== undefined) entries.push({ ...keyLine, below: [] })
    else if (!line.startsWith('#')) entries.at(-1)?.below.push(line)
  }
  return entries
}

function readValue({ value, below }: Entry): Scalar | Scalar[] {
  const block = dedent(below)
  if (/^[|>][-+\d]*$/.test(value)) return value.startsWith('|') ? block.join('\n') : fold(block)
  if (value === '' && block.length > 0) return readBlockList(block) ?? block.join('\n')
  const text = block.length === 0 ? value : `${value} ${fold(block)}`
  return readInlineList(text) ?? readScalar(text)
}

/**
 * The front matter of a document, flat: scalars and lists of scalars. Numbers and booleans are such, dates are strings.
 * What goes deeper or is not understood is a string, as it is written. Comment lines are left out.
 */
export function readFrontMatter(lines: readonly string[]): Record<string, Scalar | Scalar[]> {
  const entries = entriesOf(lines.slice(1, Math.max(frontMatterEnd(lines) - 1, 1)))
  // fromEntries makes own properties of any key, `__proto__` too.
  return Object.fromEntries(entries.map((entry) => [entry.key, readValue(entry)]))
}
