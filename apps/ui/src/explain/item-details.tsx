import { confidenceWord, percentOf } from '@recallite/core/ranking'
import { languageOf } from '@recallite/keyword'
import { linkTo } from '../address.js'
import { Facts, FigureTable, Link, visible } from '../elements.js'
import { MarkedText } from '../marked-text.js'
import { type RankedItem, ranked, selectedItem } from './ranking.js'

export function ItemDetails() {
  const item = selectedItem.value
  // The URL may already contain the next query.
  const query = ranked.value?.query ?? ''
  if (!item) return null
  const { title, locator, position, reason, confidence } = item
  const word = confidenceWord(item)
  const text = item.item?.text ?? ''
  return (
    <section class="details" aria-label="Details">
      <h2 dir="auto">{visible(title)}</h2>
      <Link to={linkOf(item, query)} text={locator} />
      <p>
        {position === null ? `Not shown: ${reason}.` : `Result ${position}.`} Confidence{' '}
        {percentOf(confidence)}
        {word && `, ${word}`}.
      </p>
      <pre class="text" dir="auto">
        <MarkedText key={item.id} of={text} language={languageOf(text)} />
      </pre>
      <Contributions {...item} />
      <Facts of={inputsOf(item)} />
    </section>
  )
}

function linkOf({ kind, item }: RankedItem, q: string): string {
  const { root = '', path = '', startLine = 1 } = item?.locator ?? {}
  if (kind === 'record') return linkTo('records', { id: path })
  return linkTo('notes', { root, path, line: String(startLine), q })
}

function Contributions({ fused: { score, contributions } }: RankedItem) {
  const lines = contributions.map(({ source, rank, raw, normalized, weight, value }) => {
    return [source, rank ?? '–', ...[raw, normalized, weight, value].map(figure)]
  })
  return (
    <FigureTable
      title="Contributions to the fused score"
      head={['retriever', 'rank', 'score', 'normalised', 'weight', 'product']}
      lines={[...lines, ['sum', '', '', '', '', figure(score)]]}
    />
  )
}

/** A rounded figure, with the exact value in the DOM. */
const figure = (value: number | null) => <data value={value ?? ''}>{rounded(value)}</data>

const rounded = (value: number | null): string => value?.toFixed(4) ?? '–'

/** Other scores that decide an item's position. */
function inputsOf({ confidenceInputs: { cosine, coverage }, rerank, adjustment, order }: RankedItem) {
  return [
    ['Cosine', cosine?.toFixed(3) ?? 'no vector'],
    ['Query coverage', percentOf(coverage)],
    ['Reranker', rerank && `${rerank.score.toFixed(3)}, from rank ${rerank.rankBefore}`],
    ['Time and recency', adjustment && `from rank ${adjustment.from} to ${adjustment.to}`],
    ['Order of records', order && describeOrder(order)],
  ] as const
}

function describeOrder({ score, adjustments }: NonNullable<RankedItem['order']>): string {
  const { confidence, boost, decay } = adjustments
  return `score ${rounded(score)}: confidence ${rounded(confidence)}, boost ${rounded(boost)}, age ${rounded(decay)}`
}
