import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { address, closeOpened, goTo, lastSearch, linkTo, type Parameters } from './address.js'
import { closeDialog, Dialog, Facts } from './elements.js'
import { ExplainView } from './explain/explain-view.js'
import { HealthView } from './health/health-view.js'
import { NotesView } from './notes/notes-view.js'
import { RecordsView } from './records/records-view.js'
import { SearchView } from './search/search-view.js'
import { Notice } from './notice.js'

/** The views in navigation order. The keys 1 to 5 open them. */
const views = [
  { name: 'search', title: 'Search', View: SearchView },
  { name: 'notes', title: 'Notes', View: NotesView },
  { name: 'records', title: 'Records', View: RecordsView },
  { name: 'explain', title: 'Explain', View: ExplainView },
  { name: 'health', title: 'Health', View: HealthView },
] as const

const showsKeys = signal(false)

/** The page: navigation, the view in the URL, and keyboard help. */
export function Shell() {
  const { name, title, View } = views.find((view) => view.name === address.value.view) ?? views[0]
  useEffect(() => void (document.title = `${title} · Recallite`), [title])
  useEffect(() => addEventListener('keydown', handleKey), [])
  return (
    <>
      <header class="top">
        <button class="skip" onClick={focusMain}>
          Skip to content
        </button>
        <nav aria-label="Views">
          {views.map((view) => (
            <a
              key={view.name}
              href={linkTo(view.name, parametersOf(view.name))}
              aria-current={view.name === name ? 'page' : undefined}
            >
              {view.title}
            </a>
          ))}
        </nav>
        <button aria-label="Keyboard shortcuts" onClick={() => (showsKeys.value = true)}>
          ?
        </button>
      </header>
      <main tabIndex={-1}>
        <View />
      </main>
      <Notice />
      {showsKeys.value && (
        <Dialog title="Keyboard shortcuts" onClose={() => (showsKeys.value = false)}>
          <Facts of={keys} />
          <button onClick={closeDialog}>Close</button>
        </Dialog>
      )}
    </>
  )
}

const keys = [
  ['/', 'go to the search box'],
  ['1 to 5', 'open a view'],
  ['↑ ↓ or k j', 'move between results or rows'],
  ['Enter', 'open the selected result or row'],
  ['Esc', 'leave the search box; go back from a note or record'],
  ['?', 'show this help'],
] as const

/** Search and Explain keep the last search, until the user opens the view again. */
function parametersOf(view: string): Parameters {
  const isSearching = view === 'search' || view === 'explain'
  return isSearching && view !== address.value.view ? lastSearch.value : {}
}

const focusMain = (): void => document.querySelector('main')?.focus()

const actions: Readonly<Record<string, () => void>> = {
  '?': () => (showsKeys.value = true),
  '/': focusQuery,
  Escape: closeOpened,
  ...Object.fromEntries(views.map(({ name }, index) => [index + 1, () => goTo(name, parametersOf(name))])),
}

/** Between results or rows, if there are any; otherwise the arrows scroll. */
const moves: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

function handleKey(event: KeyboardEvent): void {
  const move = document.querySelector('[data-result], tr[data-row]') ? moves[event.key] : undefined
  const action = move === undefined ? actions[event.key] : () => moveBy(move)
  const isElsewhere = isTyping(event) || document.querySelector('dialog[open]')
  const isCombined = event.ctrlKey || event.metaKey || event.altKey
  if (!action || isElsewhere || isCombined || event.defaultPrevented) return
  event.preventDefault()
  action()
}

/** Down leaves the box for the first result, Escape for the keys of the page. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'Escape' && target.id === 'query') target.blur()
  const leavesBox = key === 'ArrowDown' && target.id === 'query'
  return !leavesBox && target.matches('input:not([type=range]), select, textarea')
}

/** Moves the focus between results, with the box above the first one, or into a table, which then moves it between rows. */
function moveBy(count: number): void {
  const results = [...document.querySelectorAll<HTMLElement>('[data-result]')]
  if (results.length === 0) return document.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
  const next = results.findIndex((result) => result === document.activeElement) + count
  if (next < 0) return focusQuery()
  results[Math.min(next, results.length - 1)]?.focus()
}

/** Waits for the search view to render the box. */
function focusQuery(): void {
  if (!document.querySelector('#query')) goTo('search', lastSearch.value)
  setTimeout(() => document.querySelector<HTMLInputElement>('#query')?.select())
}
