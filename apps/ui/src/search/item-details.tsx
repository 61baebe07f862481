import type { Contribution } from '@recallite/fusion'
import { address, linkTo } from '../address.js'
import { Judge } from '../judging/judge.js'
import { selected } from './asked-search.js'
import { foundItems, type FoundItem } from './found-items.js'
import { MarkedText } from './marked-text.js'
import { percent } from './search-view.js'

/** The selected item: its text, and how its score came about. */
export function ItemDetails() {
  const item = foundItems.value.find(({ id }) => id === selected.value)
  if (!item) return null
  const { title, place, position, reason, confidence, weak } = item
  return (
    <section class="details" aria-label="Details">
      <h2 dir="auto">{title}</h2>
      <p>
        <PlaceLink item={item}>{place}</PlaceLink>
      </p>
      <p>
        {position === null ? `Not shown: ${reason}.` : `Result ${position}.`} {percent(confidence)} likely to
        answer{weak ? ', weak' : ''}.
      </p>
      <Judge query={address.value.parameters.get('q') ?? ''} result={item} />
      <pre class="text" dir="auto">
        <MarkedText key={item.id} text={item.item?.text ?? ''} />
      </pre>
      <Contributions item={item} />
      <Inputs item={item} />
    </section>
  )
}

function PlaceLink({
  item: { kind, item },
  children,
}: {
  readonly item: FoundItem
  readonly children: string
}) {
  const { root = '', path = '', startLine = 1 } = item?.locator ?? {}
  const query = address.value.parameters.get('q') ?? ''
  const link =
    kind === 'file'
      ? linkTo('notes', { root, path, line: String(startLine), q: query })
      : linkTo('records', { id: path })
  return (
    <a href={link}>
      <bdi>{children}</bdi>
    </a>
  )
}

function Contributions({ item: { fused } }: { readonly item: FoundItem }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Contributions to the fused score">
      <table class="figures">
        <thead>
          <tr>
            {['retriever', 'rank', 'score', 'normalised', 'weight', 'product'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fused.contributions.map((contribution) => (
            <ContributionRow key={contribution.source} {...contribution} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              fused score: the sum
            </th>
            <td data-score={fused.score}>{fused.score.toFixed(4)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function ContributionRow({ source, rank, raw, normalized, weight, value }: Contribution) {
  return (
    <tr>
      <th scope="row">{source}</th>
      <td>{rank ?? '–'}</td>
      <td>{figure(raw)}</td>
      <td>{figure(normalized)}</td>
      <td>{figure(weight)}</td>
      <td data-product={value}>{figure(value)}</td>
    </tr>
  )
}

const figure = (value: number | null): string => value?.toFixed(4) ?? '–'

/** What else decided the place of an item. */
function Inputs({ item: { confidenceInputs, adjustment, rerank, order } }: { readonly item: FoundItem }) {
  const { cosine, coverage } = confidenceInputs
  return (
    <dl class="pairs">
      <dt>Cosine</dt>
      <dd>{cosine?.toFixed(3) ?? 'no vector'}</dd>
      <dt>Query coverage</dt>
      <dd>{percent(coverage)}</dd>
      {rerank && <Pair name="Reranker" text={`${rerank.score.toFixed(3)}, from rank ${rerank.rankBefore}`} />}
      {adjustment && <Pair name="Recency" text={`from rank ${adjustment.from} to ${adjustment.to}`} />}
      {order && <Pair name="Of the record" text={describeOrder(order)} />}
    </dl>
  )
}

function Pair({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </>
  )
}

function describeOrder({ score, adjustments }: NonNullable<FoundItem['order']>): string {
  const { confidence, boost, decay } = adjustments
  return `score ${score.toFixed(3)}: its confidence counts ${figure(confidence)}, boost ${figure(boost)}, age ${figure(decay)}`
}
