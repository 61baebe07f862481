import { languageOf, loadLanguages, matchRanges, parseQuery, type TextRange } from '@recallite/analysis'
import { useEffect, useState } from 'preact/hooks'
import { address } from '../address.js'

/** A text with the words of the query marked, as the command marks them. */
export function MarkedText({ text }: { readonly text: string }) {
  const [ranges, setRanges] = useState<readonly TextRange[]>([])
  const query = address.value.parameters.get('q') ?? ''
  useEffect(() => {
    const language = languageOf(text)
    const mark = () => setRanges(matchRanges(text, parseQuery(query).terms, language))
    void loadLanguages([language]).then(mark)
  }, [text, query])
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
