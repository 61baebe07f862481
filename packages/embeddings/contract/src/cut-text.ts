/**
 * The beginning of a text that fits into a number of tokens, all of it as a rule, with its lone surrogates replaced,
 * which JSON cannot carry; never ends within a pair. Tokenizers weigh megabytes and differ, so tokens are estimated,
 * upwards for prose, in sixths: a letter of ASCII or a space is a third of a token, other ASCII one, what UTF-8 writes
 * in two bytes one, all else one and a half for each UTF-16 unit.
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
