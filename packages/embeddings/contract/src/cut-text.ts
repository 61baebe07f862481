/**
 * The beginning of a text that fits into a number of tokens, usually all of it, with lone surrogates replaced, which
 * JSON cannot carry. Tokens are estimated, because tokenizers are large and differ; the estimate errs upwards for
 * prose: a letter of ASCII or a space is a third of a token, other ASCII and characters of two bytes in UTF-8 one, all
 * others one and a half per UTF-16 unit.
 */
export function cutText(text: string, maxTokens: number): string {
  const end = endWithin(text, maxTokens * 6)
  return text.slice(0, isWithinPair(text, end) ? end - 1 : end).toWellFormed()
}

function endWithin(text: string, budget: number): number {
  let spent = 0
  for (let position = 0; position < text.length; position += 1) {
    spent += costOf(text.charCodeAt(position))
    if (spent > budget) return position
  }
  return text.length
}

function costOf(unit: number): number {
  if (unit === 0x20 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)) return 2
  return unit < 0x800 ? 6 : 9
}

function isWithinPair(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff
}
