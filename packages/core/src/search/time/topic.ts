import { isStopWord, stemsOf, wordsOf } from '@recallite/keyword'
import type { Query } from '../query.js'
import type { QueryTime } from './read-time.js'

/** Words that ask for notes without a topic, folded, in the languages of `readTime`. */
const topicless = new RegExp(
  `^(?:${[
    'happen(?:s|ed|ing)?|notes?|entr(?:y|ies)|writ(?:e|ten|ing)|wrote|show|list|summar(?:y|i[sz]e)|work(?:ed|ing)?|get|got|done|go|went',
    'new|anything|everything|things?|stuff|journal|diary|logs?|passiert|geschehen|los|gemacht|getan|notiz(?:en)?|geschrieben|neues?',
    'eintrage?|zeige?|passe|fait|ecrit|montre|做了?|干了?|写了?|有|事情?|[发發]生|笔记|筆記|记录|記[錄録]|我的|出来事|メモ|日記|あった|やった',
  ].join('|')})$`,
  'u',
)

/** Whether a text has no word about a topic, such as "what did I do" or no word at all. */
export function isVague(text: string): boolean {
  return wordsOf(text).every(
    ({ text: word }) =>
      topicless.test(word) || (['en', 'de', 'fr'] as const).some((language) => isStopWord(word, language)),
  )
}

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
