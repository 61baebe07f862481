import type { QueryField, QueryFieldName, QuerySyntax, ReadQuery } from './syntax-tree.js'

/** How each field reads: as it stands, and negated. */
const narrowing: Readonly<Record<QueryFieldName, readonly [string, string]>> = {
  path: ['only paths', 'without paths'],
  heading: ['only under headings', 'not under headings'],
  source: ['only from sources', 'not from sources'],
  since: ['since', 'not since'],
  until: ['until', 'not until'],
  where: ['only where', 'not where'],
}

function describeParts(parts: readonly QuerySyntax[]): string {
  return parts.map((part) => (part.kind === 'words' ? part.text : describePart(part))).join(', ')
}

function describePart(syntax: QuerySyntax): string {
  switch (syntax.kind) {
    case 'words':
      return /\s/u.test(syntax.text) ? `any of (${syntax.text})` : syntax.text
    case 'phrase':
      return `"${syntax.text}"`
    case 'prefix':
      return `${syntax.text}*`
    case 'not':
      return `not ${describePart(syntax.part)}`
    case 'or':
      return `any of (${describeParts(syntax.parts)})`
    case 'and':
      return `all of (${syntax.parts.map(describePart).join(', ')})`
  }
}

function describeWanted(wanted: readonly QuerySyntax[]): string[] {
  const [only] = wanted
  if (wanted.length === 1 && only?.kind === 'words') return [`any of: ${only.text}`]
  if (wanted.length === 1 && only?.kind === 'or') return [`any of: ${describeParts(only.parts)}`]
  return wanted.map((part) => `must have: ${describePart(part)}`)
}

/** A word that is excluded was hardly typed in quotation marks. */
function describeUnwanted(syntax: QuerySyntax): string {
  return syntax.kind === 'phrase' && !/\s/u.test(syntax.text) ? syntax.text : describePart(syntax)
}

function describeAsked(syntax: QuerySyntax | null): string[] {
  if (syntax === null) return []
  const parts = syntax.kind === 'and' ? syntax.parts : [syntax]
  const unwanted = parts.flatMap((part) => (part.kind === 'not' ? [describeUnwanted(part.part)] : []))
  return [
    ...describeWanted(parts.filter(({ kind }) => kind !== 'not')),
    ...(unwanted.length > 0 ? [`without: ${unwanted.join(', ')}`] : []),
  ]
}

function describeFields(fields: readonly QueryField[]): string[] {
  const texts = new Map<string, string[]>()
  for (const { field, text, isNegated } of fields) {
    const name = narrowing[field][isNegated ? 1 : 0]
    const known = texts.get(name)
    if (known === undefined) texts.set(name, [text])
    else known.push(text)
  }
  return Array.from(texts, ([name, values]) => `${name}: ${values.join(', ')}`)
}

/** What was understood of a query, in words: `any of: jwt expiry; without: draft; only paths: notes/*.md`. */
export function describeSyntax({ syntax, fields }: ReadQuery): string {
  const asked = syntax === null ? ['everything'] : describeAsked(syntax)
  return syntax === null && fields.length === 0 ? 'nothing' : [...asked, ...describeFields(fields)].join('; ')
}
