import type { Query } from './query.js'

/** A feature as text: words side by side are quoted, `=…` is an exact form, `…*` a prefix, `a | b` either. */
export function describeFeature(feature: Query['weighed'][number]['feature']): string {
  switch (feature.kind) {
    case 'word':
      return feature.stem
    case 'form':
      return `=${feature.form}`
    case 'prefix':
      return `${feature.prefix}*`
    case 'either':
      return feature.features.map(describeFeature).join(' | ')
    case 'place':
      return `path "${feature.stems.join(' ')}"`
    default:
      return `"${feature.stems.join(' ')}"`
  }
}
