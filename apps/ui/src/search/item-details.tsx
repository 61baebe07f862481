import { languageOf } from '@recallite/keyword'
import { linkTo } from '../address.js'
import { Facts, FigureTable, Link, percent, visible } from '../elements.js'
import { MarkedText } from '../marked-text.js'
import { type FoundItem, ranked, selectedItem } from './search.js'

/** The selected item: its text, and how its score came about. */
export function ItemDetails() {
  const item = selectedItem.value
  // That of the ranking: the address may name the next one already.
  const query = ranked.value?.query ?? ''
  if (!item) return null
  const { title, place, position, reason, confidence, weak } = item
  const text = item.item?.text ?? ''
  return (
    <section class="details" aria-label="Details">
      <h2 dir="auto">{visible(title)}</h2>
      <Link to={linkOf(item, query)} text={place} />
      <p>
        {position === null ? `Not shown: ${reason}.` : `Result ${position}.`} {percent(confidence)} likely to
        answer{weak && ', weak'}.
      </p>
      <pre class="text" dir="auto">
        <MarkedText key={item.id} of={text} language={languageOf(text)} />
      </pre>
      <Contributions {...item} />
      <Facts of={inputsOf(item)} />
    </section>
  )
}

function linkOf({ kind, item }: FoundItem, q: string): string {
  const { root = '', path = '', startLine = 1 } = item?.locator ?? {}
  if (kind === 'record') return linkTo('records', { id: path })
  return linkTo('notes', { root, path, line: String(startLine), q })
}

function Contributions({ fused: { score, contributions } }: FoundItem) {
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

/** A figure as it is read, with the exact one for those who look into the page. */
const figure = (value: number | null) => <data value={value ?? ''}>{rounded(value)}</data>

const rounded = (value: number | null): string => value?.toFixed(4) ?? '–'

/** What else decided the place of an item. */
function inputsOf({ confidenceInputs: { cosine, coverage }, rerank, adjustment, order }: FoundItem) {
  return [
    ['Cosine', cosine?.toFixed(3) ?? 'no vector'],
    ['Query coverage', percent(coverage)],
    ['Reranker', rerank && `${rerank.score.toFixed(3)}, from rank ${rerank.rankBefore}`],
    ['Time and recency', adjustment && `from rank ${adjustment.from} to ${adjustment.to}`],
    ['Of the record', order && describeOrder(order)],
  ] as const
}

function describeOrder({ score, adjustments }: NonNullable<FoundItem['order']>): string {
  const { confidence, boost, decay } = adjustments
  return `score ${rounded(score)}: its confidence counts ${rounded(confidence)}, boost ${rounded(boost)}, age ${rounded(decay)}`
}
