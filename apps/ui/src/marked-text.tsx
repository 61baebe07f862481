import type { Language, TextRange } from '@recallite/keyword'
import { loadLanguages, matchRanges, parseQuery } from '@recallite/keyword'
import { useEffect, useState } from 'preact/hooks'
import { address } from './address.js'
import { visible } from './elements.js'

/** Text with highlighted query matches. */
export function MarkedText({ of: text, language }: { readonly of: string; readonly language: Language }) {
  const [ranges, setRanges] = useState<readonly TextRange[]>([])
  const { q: query = '' } = address.value.parameters
  useEffect(() => {
    void findMatches(query, language).then((match) => setRanges(match(text)))
  }, [text, query, language])
  const parts = ranges.map(({ start, end }, index, all) => [
    visible(text.slice(all[index - 1]?.end ?? 0, start)),
    <mark key={start}>{visible(text.slice(start, end))}</mark>,
  ])
  return (
    <>
      {parts}
      {visible(text.slice(ranges.at(-1)?.end ?? 0))}
    </>
  )
}

/** A function that finds the words of a query in a text. */
export async function findMatches(
  query: string,
  language: Language,
): Promise<(text: string) => readonly TextRange[]> {
  await loadLanguages([language])
  const terms = query === '' ? [] : parseQuery(query).terms
  return (text) => (terms.length === 0 ? [] : matchRanges(text, terms, language))
}
