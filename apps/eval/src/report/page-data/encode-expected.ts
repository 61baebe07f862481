import type { RunQuery } from '../../run/run.js'
import type { Passage } from '../../suite/suite.js'
import { visibleText } from '../visible-text.js'
import type { Interner } from './intern.js'
import type { PageExpected } from './page-data.js'

const mostExpected = 12

function describePlace({ lines, contains }: Passage): string {
  const where = lines && (lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}–${lines[1]}`)
  const what = contains === undefined ? undefined : `“${visibleText(contains)}”`
  return [where, what].filter((part) => part !== undefined).join(': ')
}

/** The documents that answer a query, best grade first, as many as anybody reads. */
export function encodeExpected({ grades, passages }: RunQuery, strings: Interner<string>): PageExpected[] {
  const relevant = Object.entries(grades).filter(([, grade]) => grade > 0)
  return relevant
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostExpected)
    .map(([document, grade]) => {
      const places = passages.filter((passage) => passage.document === document).map(describePlace)
      return {
        document: strings.indexOf(visibleText(document)),
        grade,
        places: places.filter((place) => place !== ''),
      }
    })
}
