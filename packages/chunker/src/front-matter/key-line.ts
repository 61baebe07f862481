/** A line `key: value` at the margin. */
export interface KeyLine {
  readonly key: string
  readonly value: string
}

function unquoted(key: string): string {
  const quote = key.charAt(0)
  const isQuoted = key.length > 1 && (quote === '"' || quote === "'") && key.endsWith(quote)
  return isQuoted ? key.slice(1, -1) : key
}

/** The key and value of a front matter line, or undefined where the line does not begin with a key. */
export function readKeyLine(line: string): KeyLine | undefined {
  if (!/^[^\s#\-:[\]{}]/.test(line)) return undefined
  const colon = /:(?=\s|$)/.exec(line)?.index
  if (colon === undefined) return undefined
  return { key: unquoted(line.slice(0, colon).trimEnd()), value: line.slice(colon + 1).trim() }
}
