import { parse } from 'smol-toml'
import type { FrontMatterValue } from './front-matter.js'

/** The line, from 0, at which front matter can begin: after blank lines and comments. */
export function openingLine(lines: readonly string[]): number {
  let isComment = false
  return lines.findIndex((line) => {
    const text = line.trim()
    const begins = isComment || text.startsWith('<!--')
    isComment = begins && !text.endsWith('-->')
    return text !== '' && !begins
  })
}

interface OtherFrontMatter {
  /** The first line after it. */
  readonly end: number
  /** Undefined if it cannot be read. */
  readonly metadata: Record<string, FrontMatterValue> | undefined
}

const fence = /^(---(?=.)|\+\+\+|;;;)[ \t]*(json|toml)?$/u

/**
 * Front matter in TOML between `+++` or after `---toml`, or in JSON: an object at the start, between `;;;` or after `---json`. Undefined
 * if none begins at the line or it is not closed.
 */
export function readOtherForm(lines: readonly string[], start: number): OtherFrontMatter | undefined {
  const first = lines[start]?.trimEnd() ?? ''
  const isBare = first.startsWith('{')
  const [, mark = isBare ? '}' : undefined, language] = fence.exec(first) ?? []
  if (mark === undefined) return undefined
  const isEnd = (line: string, index: number) => index > start && line.trimEnd() === mark
  const close = isBare && first.endsWith('}') ? start : lines.findIndex(isEnd)
  if (close < 0) return undefined
  const source = isBare ? lines.slice(start, close + 1) : lines.slice(start + 1, close)
  const isToml = language === 'toml' || (mark === '+++' && language === undefined)
  const metadata = readSource(source.join('\n'), isToml)
  return isBare && !metadata ? undefined : { end: close + 1, metadata }
}

function readSource(source: string, isToml: boolean): OtherFrontMatter['metadata'] {
  const braced = source.trimStart().startsWith('{') ? source : `{${source}}`
  try {
    const value = isToml ? parse(source, { integersAsBigInt: 'asNeeded' }) : JSON.parse(braced)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueOf(item, 1)]))
  } catch {
    return undefined
  }
}

/** Deeper keys are text, as in YAML. */
const maxLevels = 10

function valueOf(value: unknown, level: number): FrontMatterValue {
  if (Array.isArray(value)) return value.map(scalarOf)
  if (typeof value !== 'object' || value === null || value instanceof Date || level >= maxLevels)
    return scalarOf(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueOf(item, level + 1)]))
}

function scalarOf(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null ? null : typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
