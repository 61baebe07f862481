import type { Tokenize } from './libraries.js'

/** Characters per token beyond which no real text goes; what is further on is not even tokenized. */
const mostCharactersPerToken = 100

/** A tokenizer whose frames stay whole: a text that is too long loses tokens of its own, from its end. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
  const closing = countClosing(tokenize)
  return (text) => {
    const tokens = tokenize(text.slice(0, maxTokens * mostCharactersPerToken), { framed: true })
    if (tokens.length <= maxTokens) return tokens
    const begun = tokens.slice(0, Math.max(0, maxTokens - closing))
    return [...begun, ...tokens.slice(tokens.length - closing)]
  }
}

/** How many tokens the frame puts after a text. */
function countClosing(tokenize: Tokenize): number {
  const bare = tokenize('a', { framed: false })
  const framed = tokenize('a', { framed: true })
  const last = bare.at(-1)
  return last === undefined ? 0 : framed.length - 1 - framed.lastIndexOf(last)
}
