import { useSignal } from '@preact/signals'
import { confidenceWord } from '@recallite/core/ranking'
import { Text, visible } from '../elements.js'
import { candidatesOf, type RankedItem, rankedItems, resolved } from './ranking.js'
import { retrievers, selected, selectedItem } from './ranking.js'

/** In pixels, as in app.css. */
const rowHeight = 52
/** Initial length of a list, and by how much Show more extends it. */
const step = 20

/** The lists of the retrievers and the fused list, with lines that connect equal items. */
export function Columns() {
  const limit = useSignal(step)
  // Shows at least all results and some omitted candidates.
  const count = Math.max(limit.value, resolved.value.limit + step / 2)
  const all = retrievers.value.map(({ name }) => ({ name, entries: entriesOf(name) }))
  const fused = rankedItems.value.map(fusedEntry)
  const cut = all.map(({ name, entries }) => ({ name, entries: entries.slice(0, count) }))
  const [first, second, ...others] = cut
  const firstFused = fused.slice(0, count)
  const hasMore = [fused, ...all.map(({ entries }) => entries)].some(({ length }) => length > count)
  const columns = ['minmax(0, 1fr) 40px minmax(0, 1.2fr)', second && '40px minmax(0, 1fr)']
  const template = [...columns, ...others.map(() => 'minmax(0, 1fr)')].filter(Boolean).join(' ')
  return (
    <div>
      <div class="lists" style={{ '--columns': template }} onKeyDown={moveFocus}>
        {first && <List {...first} />}
        {first && <Lines from={first.entries} to={firstFused} side="left" kind={first.name} />}
        <List name="fused" entries={firstFused} />
        {second && <Lines from={second.entries} to={firstFused} side="right" kind={second.name} />}
        {second && <List {...second} />}
        {others.map((other) => (
          <List key={other.name} {...other} />
        ))}
      </div>
      {hasMore && <button onClick={() => (limit.value = count + step)}>Show more</button>}
    </div>
  )
}

/** An item of a list. In the fused list it has its position, or the reason why it is omitted. */
type Entry = ReturnType<typeof fusedEntry>

const entriesOf = (name: string): Entry[] =>
  candidatesOf(name).map(({ item: { id, title, locator }, rank, score }) => {
    return { id, title, rank, below: locator, score: score.toPrecision(3) }
  })

const fusedEntry = (item: RankedItem) => {
  const { id, title, position, reason, locator } = item
  return { id, title, rank: position, below: reason ?? locator, score: confidenceWord(item) ?? '' }
}

function List({ name, entries }: { readonly name: string; readonly entries: readonly Entry[] }) {
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
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
    <section class={`list ${name}`} aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 ? <p class="muted">No candidates.</p> : <ol>{items}</ol>}
    </section>
  )
}

interface LinesProps {
  readonly from: readonly Entry[]
  readonly to: readonly Entry[]
  /** Where the retriever's list is, relative to the fused list. */
  readonly side: 'left' | 'right'
  readonly kind: string
}

/** Hidden from screen readers: the details of an item contain its ranks. */
function Lines({ from, to, side, kind }: LinesProps) {
  const [start, end] = side === 'left' ? [0, 40] : [40, 0]
  const height = Math.max(from.length, to.length) * rowHeight
  const paths = from.map(({ id }, index) => {
    const position = to.findIndex((entry) => entry.id === id)
    const [y, target] = [(index + 0.5) * rowHeight, (position + 0.5) * rowHeight]
    const line = `M${start} ${y}C20 ${y} 20 ${target} ${end} ${target}`
    return (
      position >= 0 && (
        <path key={id} class={selectedItem.value?.id === id ? 'selected' : undefined} d={line} />
      )
    )
  })
  return (
    <svg class={`lines ${kind}`} width="40" height={height} aria-hidden="true">
      {paths}
    </svg>
  )
}

/** Up and down move within a list, left and right to the same item in another list. */
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
