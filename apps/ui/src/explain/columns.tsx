import { useSignal } from '@preact/signals'
import { confidenceWord } from '@recallite/core/ranking'
import { Text, visible } from '../elements.js'
import { candidatesOf, type RankedItem, rankedItems, resolved } from './ranking.js'
import { retrievers, selected, selectedItem } from './ranking.js'

/** Initial length of a list, and by how much Show more extends it. */
const step = 20

/** The fused list and the lists of the retrievers. */
export function Columns() {
  const limit = useSignal(step)
  // Shows at least all results and some omitted candidates.
  const count = Math.max(limit.value, resolved.value.limit + step / 2)
  const all = retrievers.value.map(({ name }) => ({ name, entries: entriesOf(name) }))
  const fused = rankedItems.value.map(fusedEntry)
  const cut = all.map(({ name, entries }) => ({ name, entries: entries.slice(0, count) }))
  const hasMore = [fused, ...all.map(({ entries }) => entries)].some(({ length }) => length > count)
  const template = `repeat(${cut.length + 1}, minmax(0, 1fr))`
  return (
    <div>
      <div class="lists" style={{ '--columns': template }} onKeyDown={moveFocus}>
        <List name="fused" entries={fused.slice(0, count)} />
        {cut.map((list) => (
          <List key={list.name} {...list} />
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
