import type { Tokenize } from './libraries.js'

/** No real text has more characters per token; what exceeds it is not tokenized. */
const mostCharactersPerToken = 100

/** A tokenizer that cuts texts that are too long at their end and keeps the special tokens around them. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
  const closing = countClosing(tokenize)
  return (text) => {
    const tokens = tokenize(text.slice(0, maxTokens * mostCharactersPerToken), { framed: true })
    if (tokens.length <= maxTokens) return tokens
    const begun = tokens.slice(0, Math.max(0, maxTokens - closing))
    return [...begun, ...tokens.slice(tokens.length - closing)]
  }
}

/** The number of special tokens after a text. */
function countClosing(tokenize: Tokenize): number {
  const bare = tokenize('a', { framed: false })
  const framed = tokenize('a', { framed: true })
  const last = bare.at(-1)
  return last === undefined ? 0 : framed.length - 1 - framed.lastIndexOf(last)
}
