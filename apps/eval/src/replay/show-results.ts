import type { SearchAnswer } from '@recallite/core'
import type { RunQuery, ShownResult } from '../run/run.js'
import { holdsPassage } from '../suite/holds-passage.js'

/** What somebody who asks gets to see. */
export function showResults(
  { results }: SearchAnswer,
  { passages }: Pick<RunQuery, 'passages'>,
  idOf: (path: string) => string,
): ShownResult[] {
  return results.map(({ path, startLine, endLine, text, score, evidence }) => {
    const document = idOf(path)
    const hasPassage = holdsPassage(passages, { document, startLine, endLine, text })
    return { document, startLine, endLine, score, evidence, hasPassage }
  })
}
