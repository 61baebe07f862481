import { parse } from 'smol-toml'

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

const fence = /^(---(?=.)|\+\+\+|;;;)[ \t]*(json|toml)?$/u

/**
 * Front matter in TOML between `+++` or after `---toml`, or in JSON: an object at the start, between `;;;` or after `---json`. `end` is the
 * line after it. Undefined without any; no `metadata` if it cannot be read.
 */
export function readOtherForm(lines: readonly string[], start: number) {
  const first = lines[start]?.trimEnd() ?? ''
  if (first.startsWith('{')) return readObject(lines, start)
  const [, mark, language = mark === '+++' ? 'toml' : 'json'] = fence.exec(first) ?? []
  const close = lineOf(lines, mark, start)
  return close < 0
    ? undefined
    : { end: close + 1, metadata: readSource(lines.slice(start + 1, close), language) }
}

function readObject(lines: readonly string[], start: number) {
  const close = lines[start]?.trimEnd().endsWith('}') ? start : lineOf(lines, '}', start)
  const metadata = readSource(lines.slice(start, close + 1), 'json')
  return metadata && { end: close + 1, metadata }
}

const lineOf = (lines: readonly string[], mark: string | undefined, start: number): number =>
  mark === undefined ? -1 : lines.findIndex((line, index) => index > start && line.trimEnd() === mark)

/** Deeply nested values would not be stored. */
const isComplex = /^(?:[^[{]*[[{]){2000}/u

function readSource(lines: readonly string[], language: string): Record<string, unknown> | undefined {
  const source = lines.join('\n')
  if (isComplex.test(source)) return undefined
  const json = source.trimStart().startsWith('{') ? source : `{${source}}`
  try {
    const value = language === 'toml' ? parse(source, { integersAsBigInt: 'asNeeded' }) : JSON.parse(json)
    return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)))
  } catch {
    return undefined
  }
}
