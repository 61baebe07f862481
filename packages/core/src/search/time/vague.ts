import { isStopWord, wordsOf } from '@recallite/keyword'

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
