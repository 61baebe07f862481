import { useSignal } from '@preact/signals'
import { percent, Text, visible } from '../elements.js'
import { candidatesOf, type FoundItem, foundItems, resolved, selected, selectedItem } from './search.js'

/** As in app.css, in pixels: lines between the lists are drawn from ranks alone. */
const rowHeight = 52
/** How many items a list begins with, and how many more it shows at a time. */
const step = 20

/** The lists of both retrievers and the fused one side by side, with lines between the same items. */
export function Columns() {
  const most = useSignal(step)
  const all = [entriesOf('keyword'), foundItems.value.map(fusedEntry), entriesOf('vector')]
  // The results and some that are not shown.
  const count = Math.max(most.value, resolved.value.limit + step / 2)
  const [keyword = [], fused = [], vector = []] = all.map((list) => list.slice(0, count))
  const hasMore = all.some(({ length }) => length > count)
  return (
    <div>
      <div class="lists" onKeyDown={moveFocus}>
        <List title="Keyword" entries={keyword} />
        <Lines from={keyword} to={fused} kind="keyword" />
        <List title="Fused" entries={fused} />
        <Lines from={vector} to={fused} kind="vector" />
        <List title="Vector" entries={vector} />
      </div>
      {hasMore && <button onClick={() => (most.value = count + step)}>Show more</button>}
    </div>
  )
}

/** What a list shows of an item: in the fused one its position among the results, or why it has none. */
type Entry = ReturnType<typeof fusedEntry>

const entriesOf = (name: 'keyword' | 'vector'): Entry[] =>
  candidatesOf(name).map(({ item: { id, title, place }, rank, score }) => {
    return { id, title, rank, below: place, score: score.toPrecision(3) }
  })

const fusedEntry = ({ id, title, position, reason, place, confidence }: FoundItem) => {
  return { id, title, rank: position, below: reason ?? place, score: percent(confidence) }
}

function List({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  const items = entries.map((entry) => (
    <li key={entry.id} class={entry.rank === null ? 'held' : undefined}>
      <button
        data-item={entry.id}
        aria-pressed={selectedItem.value?.id === entry.id}
        onClick={() => (selected.value = entry.id)}
      >
        <span class="rank">{entry.rank ?? '–'}</span>
        <span class="name">
          <Text of={entry.title} />
          <small dir="auto">{visible(entry.below)}</small>
        </span>
        <span>{entry.score}</span>
      </button>
    </li>
  ))
  return (
    <section class={`list ${title.toLowerCase()}`} aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 ? <p class="muted">No candidates.</p> : <ol>{items}</ol>}
    </section>
  )
}

interface LinesProps {
  readonly from: readonly Entry[]
  readonly to: readonly Entry[]
  readonly kind: 'keyword' | 'vector'
}

/** What the lines show, each item says too: its ranks are in its details. */
function Lines({ from, to, kind }: LinesProps) {
  const [start, end] = kind === 'keyword' ? [0, 40] : [40, 0]
  const height = Math.max(from.length, to.length) * rowHeight
  const paths = from.map(({ id }, index) => {
    const place = to.findIndex((entry) => entry.id === id)
    const [y, target] = [(index + 0.5) * rowHeight, (place + 0.5) * rowHeight]
    const line = `M${start} ${y}C20 ${y} 20 ${target} ${end} ${target}`
    return (
      place >= 0 && <path key={id} class={selectedItem.value?.id === id ? 'selected' : undefined} d={line} />
    )
  })
  return (
    <svg class={`lines ${kind}`} width="40" height={height} aria-hidden="true">
      {paths}
    </svg>
  )
}

/** Up and down go through a list, left and right to the same item in the next one. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const sections = [...event.currentTarget.querySelectorAll('section')]
  const lists = sections.map((list) => [...list.querySelectorAll<HTMLElement>('[data-item]')])
  const list = lists.findIndex((items) => items.some((item) => item === event.target))
  const along = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
  const across = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0
  const next = lists[list + across] ?? []
  const { item } = (event.target as HTMLElement).dataset
  const same = next.findIndex(({ dataset }) => dataset['item'] === item)
  const target = next[Math.max(0, same) + along]
  if (list === -1 || !target || target === event.target) return
  event.preventDefault()
  target.focus()
  target.click()
}
