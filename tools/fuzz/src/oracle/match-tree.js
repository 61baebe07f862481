/** @typedef {import('../collection/open-collection.js').ScannedChunk} ScannedChunk */
/** @typedef {import('@recallite/analysis').QueryTree} QueryTree */

/** @param {readonly string[]} words @param {readonly string[]} wanted */
function standSideBySide(words, wanted) {
  return words.some((_, start) => wanted.every((word, index) => words[start + index] === word))
}

/** Nothing matches all of no parts. @param {ScannedChunk} chunk @param {readonly QueryTree[]} parts */
function matchesAll(chunk, parts) {
  return parts.length > 0 && parts.every((part) => matchesTree(chunk, part))
}

/**
 * Whether a chunk's words match, by the definition of `KeywordQuery` and one look at each word.
 * @param {ScannedChunk} chunk
 * @param {QueryTree} tree
 * @returns {boolean}
 */
export function matchesTree(chunk, tree) {
  switch (tree.kind) {
    case 'word':
      return chunk.stems.has(tree.stem)
    case 'phrase':
      return [chunk.text, chunk.parts].some((words) => standSideBySide(words, tree.stems))
    case 'place':
      return standSideBySide(chunk.place, tree.stems)
    case 'prefix':
      return [...chunk.stems].some((stem) => stem.startsWith(tree.prefix))
    case 'any':
      return tree.parts.some((part) => matchesTree(chunk, part))
    case 'all':
      return matchesAll(chunk, tree.parts)
    case 'without':
      return matchesTree(chunk, tree.include) && !matchesTree(chunk, tree.exclude)
  }
}
