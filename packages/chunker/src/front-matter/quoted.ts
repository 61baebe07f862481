/** A quoted string and the place behind its closing quote. */
export interface Quoted {
  readonly value: string
  readonly end: number
}

function closingQuote(text: string, from: number): number {
  const quote = text.charAt(from)
  for (let place = from + 1; place < text.length; place++) {
    const character = text.charAt(place)
    if (quote === '"' && character === '\\') place++
    else if (character === quote) {
      if (quote === '"' || text.charAt(place + 1) !== quote) return place
      place++
    }
  }
  return -1
}

/** Escapes are those of JSON; a string with others is kept as it is written. */
function unescaped(source: string): string {
  try {
    return String(JSON.parse(source))
  } catch {
    return source.slice(1, -1)
  }
}

/** Reads the quoted string that begins at `from`, or undefined where none begins or it is not closed. */
export function readQuoted(text: string, from: number): Quoted | undefined {
  const quote = text.charAt(from)
  if (quote !== '"' && quote !== "'") return undefined
  const close = closingQuote(text, from)
  if (close < 0) return undefined
  const source = text.slice(from, close + 1)
  const value = quote === '"' ? unescaped(source) : source.slice(1, -1).replaceAll("''", "'")
  return { value, end: close + 1 }
}
