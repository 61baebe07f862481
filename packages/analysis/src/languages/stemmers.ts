import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'

/** Takes a word in lower case with its accents. */
type Stemmer = (word: string) => string

/** The algorithm is older than the letters with a comma below, and knows those with a cedilla. */
const romanianOfOld: Stemmer = (word) => romanian(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))

/** The Snowball algorithm of each language but English, by ISO 639-1 code. */
export const stemmers = {
  da: danish,
  de: german,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanianOfOld,
  ru: russian,
  sv: swedish,
  tr: turkish,
} as const satisfies Record<string, Stemmer>
