import distanceOf from 'damerau-levenshtein'

/** How alike two words are, from 0 to 1: the share of the longer one's letters that Damerau-Levenshtein does not change. */
export function editSimilarity(one: string, other: string): number {
  return distanceOf(one, other).similarity
}
