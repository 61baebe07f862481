import type { Language, TextRange } from '@recallite/keyword'
import { loadLanguages, matchRanges, parseQuery } from '@recallite/keyword'
import { useEffect, useState } from 'preact/hooks'
import { address } from './address.js'
import { visible } from './elements.js'

/** Text with highlighted query matches. */
export function MarkedText({ of, language }: { readonly of: string; readonly language: Language }) {
  const [ranges, setRanges] = useState<readonly TextRange[]>([])
  const { q: query = '' } = address.value.parameters
  const text = visible(of)
  useEffect(() => {
    const mark = () => setRanges(query === '' ? [] : matchRanges(text, parseQuery(query).terms, language))
    void loadLanguages([language]).then(mark)
  }, [text, query, language])
  const parts = ranges.map(({ start, end }, index, all) => [
    text.slice(all[index - 1]?.end ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ])
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}
