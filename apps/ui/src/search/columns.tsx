import { useSignal } from '@preact/signals'
import { selected } from './asked-search.js'
import { candidatesOf, foundItems } from './found-items.js'
import { percent } from './search-view.js'

/** As in app.css, in pixels: lines between the lists are drawn from ranks alone. */
const rowHeight = 52
/** How many items a list begins with, and how many more it shows at a time. */
const step = 20

/** The lists of both retrievers and the fused one side by side, with lines between the same items. */
export function Columns() {
  const most = useSignal(step)
  const all = {
    keyword: candidatesOf('keyword'),
    fused: foundItems.value.map((item) => ({ item, score: item.confidence })),
    vector: candidatesOf('vector'),
  }
  const [keyword = [], fused = [], vector = []] = Object.values(all).map((list) => list.slice(0, most.value))
  const total = Math.max(...Object.values(all).map(({ length }) => length))
  return (
    <div class="columns">
      <div class="lists" onKeyDown={moveFocus}>
        <List title="Keyword" items={keyword} show={(score) => score.toFixed(2)} />
        <Lines from={keyword} to={fused} kind="keyword" />
        <List title="Fused" items={fused} show={percent} isFused />
        <Lines from={vector} to={fused} kind="vector" />
        <List title="Vector" items={vector} show={(score) => score.toFixed(3)} />
      </div>
      {total > most.value && (
        <button type="button" onClick={() => (most.value += step)}>
          Show more
        </button>
      )}
    </div>
  )
}

type Scored = ReturnType<typeof candidatesOf>

interface ListProps {
  readonly title: string
  readonly items: Scored
  readonly show: (score: number) => string
  /** In the fused list an item has its position among the results, or says why it has none. */
  readonly isFused?: boolean
}

function List({ title, items, show, isFused = false }: ListProps) {
  return (
    <section class={`list ${title.toLowerCase()}`} aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 && <p class="muted">No candidates.</p>}
      <ol>
        {items.map(({ item, score }, index) => (
          <li key={item.id} class={isFused && item.position === null ? 'held' : undefined}>
            <button
              type="button"
              data-item={item.id}
              aria-pressed={selected.value === item.id}
              onClick={() => (selected.value = item.id)}
            >
              <span class="rank">{isFused ? (item.position ?? '–') : index + 1}</span>
              <span class="name">
                <bdi>{item.title}</bdi>
                <small class="muted">
                  {isFused && item.reason !== null ? item.reason : <bdi>{item.place}</bdi>}
                </small>
              </span>
              <span class="score">{show(score)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface LinesProps {
  readonly from: Scored
  readonly to: Scored
  readonly kind: 'keyword' | 'vector'
}

/** What the lines show, each item says too: its ranks are in its details. */
function Lines({ from, to, kind }: LinesProps) {
  const places = new Map(to.map(({ item }, index) => [item.id, index]))
  const [start, end] = kind === 'keyword' ? [0, 40] : [40, 0]
  return (
    <svg
      class={`lines ${kind}`}
      width="40"
      height={Math.max(from.length, to.length) * rowHeight}
      aria-hidden="true"
    >
      {from.map(({ item: { id } }, index) => {
        const place = places.get(id)
        if (place === undefined) return null
        const [y, target] = [(index + 0.5) * rowHeight, (place + 0.5) * rowHeight]
        const className = selected.value === id ? 'selected' : undefined
        return <path key={id} class={className} d={`M${start} ${y}C20 ${y} 20 ${target} ${end} ${target}`} />
      })}
    </svg>
  )
}

/** Up and down go through a list, left and right to the same item in the next one. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-item]')
  if (!from) return
  const row = from.closest('li')
  const sibling = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const isVertical = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  const target = isVertical ? sibling?.querySelector<HTMLElement>('button') : sameItem(event, from)
  if (!target) return
  event.preventDefault()
  target.focus()
  target.click()
}

function sameItem(
  { key, currentTarget }: KeyboardEvent & { readonly currentTarget: HTMLElement },
  from: HTMLElement,
): HTMLElement | undefined {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[key]
  const lists = [...currentTarget.querySelectorAll('section')]
  const own = lists.findIndex((list) => list.contains(from))
  const next = move === undefined ? undefined : lists[own + move]
  const items = [...(next?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
  return items.find(({ dataset }) => dataset['item'] === from.dataset['item']) ?? items[0]
}
