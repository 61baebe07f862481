import type { SearchAnswer, SearchResult } from './answer.js'

/** What a search shows of one kind. */
export interface Decided<Result> extends Pick<SearchAnswer, 'confidence' | 'abstained' | 'heldBack'> {
  /** Best first. */
  readonly results: readonly Result[]
}

/** What a search of both kinds shows. Each kind was ranked by itself; only confidences are compared. */
export function decideBoth<Result extends Pick<SearchResult, 'confidence'>>(
  files: Decided<Result>,
  records: Decided<Result>,
  limit: number,
): Decided<Result> {
  const results = merge(files.results, records.results).slice(0, limit)
  const isEmpty = results.length === 0
  return {
    results,
    confidence: Math.max(files.confidence, records.confidence),
    abstained: isEmpty && (files.abstained || records.abstained),
    heldBack: isEmpty ? files.heldBack + records.heldBack : 0,
  }
}

/**
 * Puts two rankings into one, and changes the order of neither: next comes the first of the ranking in which a higher confidence
 * follows. Of equal ones files come first.
 */
function merge<Result extends Pick<SearchResult, 'confidence'>>(
  files: readonly Result[],
  records: readonly Result[],
): Result[] {
  const [ahead, behind] = [highestFrom(files), highestFrom(records)]
  const merged: Result[] = []
  for (let [file, record] = [0, 0]; file < files.length || record < records.length;) {
    const isFile = (ahead[file] ?? -1) >= (behind[record] ?? -1)
    const next = isFile ? files[file] : records[record]
    if (next) merged.push(next)
    if (isFile) file += 1
    else record += 1
  }
  return merged
}

function highestFrom(results: readonly Pick<SearchResult, 'confidence'>[]): number[] {
  let highest = 0
  return results
    .toReversed()
    .map(({ confidence }) => (highest = Math.max(highest, confidence)))
    .toReversed()
}
