import {
  type Language,
  languageOf,
  loadLanguages,
  matchRanges,
  parseQuery,
  type TextRange,
} from '@recallite/analysis'
import { useEffect, useState } from 'preact/hooks'
import { address } from '../address.js'

interface MarkedTextProps {
  readonly text: string
  /** Default: as the text looks. */
  readonly language?: Language
}

const none: readonly TextRange[] = []

/** A text with the words of the query marked, as the command marks them. */
export function MarkedText({ text, language = languageOf(text) }: MarkedTextProps) {
  const [ranges, setRanges] = useState(none)
  const query = address.value.parameters.get('q') ?? ''
  useEffect(() => {
    const mark = () => setRanges(query === '' ? none : matchRanges(text, parseQuery(query).terms, language))
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
