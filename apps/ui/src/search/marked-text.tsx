import { useSignal, useSignalEffect } from '@preact/signals'
import {
  type Language,
  languageOf,
  loadLanguages,
  matchRanges,
  parseQuery,
  type TextRange,
} from '@recallite/analysis'
import { address } from '../address.js'

/** A text with the words of the query marked, as the command marks them. */
export function MarkedText({
  text,
  language = languageOf(text),
}: {
  readonly text: string
  readonly language?: Language
}) {
  const ranges = useSignal<readonly TextRange[]>([])
  useSignalEffect(() => {
    const { terms } = parseQuery(address.value.parameters.get('q') ?? '')
    void loadLanguages([language]).then(() => (ranges.value = matchRanges(text, terms, language)))
  })
  const parts = ranges.value.map(({ start, end }, index, all) => [
    text.slice(all[index - 1]?.end ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ])
  return (
    <>
      {parts}
      {text.slice(ranges.value.at(-1)?.end ?? 0)}
    </>
  )
}
