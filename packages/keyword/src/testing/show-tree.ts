import type { QueryFeature, QueryTree } from '@recallite/store/query'

/** A query as people would write it: `a | "b c"`. */
export function showTree(tree: QueryTree | QueryFeature | null): string {
  if (tree === null) return ''
  switch (tree.kind) {
    case 'any':
      return tree.parts.map(showNested).join(' | ')
    case 'all':
      return tree.parts.map(showNested).join(' & ')
    case 'without':
      return `${showNested(tree.include)} without ${showNested(tree.exclude)}`
    default:
      return showFeature(tree)
  }
}

/** A feature of a text: its form as `=a`, neighbours as `<a b>`, a place as `/a / b/`. */
function showFeature(feature: QueryFeature): string {
  switch (feature.kind) {
    case 'word':
      return feature.stem
    case 'form':
      return `=${feature.form}`
    case 'phrase':
      return `"${feature.stems.join(' ')}"`
    case 'pair':
      return `<${feature.stems.join(' ')}>`
    case 'prefix':
      return `${feature.prefix}*`
    case 'either':
      return `(${feature.features.map(showFeature).join(' | ')})`
    case 'place':
      return feature.stems.join(' ').replaceAll('\u{F8FF}', '/').replace(/^\/ /u, '/').replace(/ \/$/u, '/')
  }
}

function showNested(tree: QueryTree): string {
  const text = showTree(tree)
  return ['any', 'all', 'without'].includes(tree.kind) ? `(${text})` : text
}
