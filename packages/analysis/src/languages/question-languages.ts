import { normalise } from '../normalise.js'
import { scriptRuns } from '../script-runs.js'
import { isStopWord } from '../stop-words/stop-words.js'
import { isEnglishHomograph } from './english-homographs.js'
import type { Language, OtherLanguage } from './language.js'

/** Variables in code, and what an apostrophe leaves. */
const singleLetter = /^[a-z]$/u

function countTelling(words: ReadonlySet<string>, language: OtherLanguage): number {
  return [...words].filter(
    (word) => isStopWord(word, language) && !isEnglishHomograph(word) && !singleLetter.test(word),
  ).length
}

/**
 * The languages whose function words a question has the most different ones of, several if equally many; English unless
 * another has more than it. Words that may be English ones do not count for others: `die casting` is English,
 * `was bedeutet die Meldung` no more so, `was bedeutet das` German.
 */
export function questionLanguages(text: string, languages: readonly OtherLanguage[]): readonly Language[] {
  if (languages.length === 0) return ['en']
  const words = new Set(scriptRuns(normalise(text)).map((word) => word.toLowerCase()))
  const counts = languages.map((language) => [language, countTelling(words, language)] as const)
  const english = [...words].filter((word) => isStopWord(word)).length
  const most = Math.max(...counts.map(([, count]) => count))
  return most > english ? counts.flatMap(([language, count]) => (count === most ? [language] : [])) : ['en']
}
