const search = /^(?:lex|vec|hyde):\s*/iu
const intent = /^intent:/iu

/**
 * A query of QMD in words alone. QMD takes several searches in one query, a line each, with `lex:`, `vec:` or `hyde:` in
 * front, and `intent:` for what is meant: the searches' words stay, once each.
 */
export function plainQuery(query: string): string {
  const lines = query.split('\n').map((line) => line.trim())
  if (!lines.some((line) => search.test(line))) return query
  const words = lines.filter((line) => !intent.test(line)).map((line) => line.replace(search, ''))
  return [...new Set(words)].filter((line) => line !== '').join('\n')
}
