import { stemsOf, wordsOf } from '@recallite/keyword'
import type { Query } from '../query.js'
import type { QueryTime } from './read-time.js'

/** The weight of a word of the time, next to one of the topic. */
const timeWeight = 0.25

type Feature = Query['scoring'][number]['feature']

/** A query whose time counts less as words, because the dates of items say more about it: many texts contain "March". */
export function weighTimeWords(query: Query, { text }: QueryTime): Query {
  const stems = (words: string) => wordsOf(words).flatMap((word) => stemsOf(word.text, query.languages))
  const topic = new Set(stems(query.plainText.replace(text, ' ')))
  const named = new Set(stems(text).filter((stem) => !topic.has(stem)))
  const isOfTime = (feature: Feature): boolean =>
    feature.kind === 'either'
      ? feature.features.every(isOfTime)
      : feature.kind !== 'prefix' && stemsIn(feature).every((stem) => named.has(stem))
  const scoring = query.scoring.map((term) =>
    isOfTime(term.feature) ? { ...term, weight: timeWeight * term.weight } : term,
  )
  return { ...query, scoring }
}

function stemsIn(feature: Exclude<Feature, { kind: 'either' | 'prefix' }>): readonly string[] {
  return feature.kind === 'word' ? [feature.stem] : feature.stems
}
