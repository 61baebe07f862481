import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { address, closeOpened, goTo, linkTo } from './address.js'
import { closeDialog, Dialog, Facts } from './elements.js'
import { HealthView } from './health/health-view.js'
import { NotesView } from './notes/notes-view.js'
import { RecordsView } from './records/records-view.js'
import { SearchView } from './search/search-view.js'

/** The views in navigation order. The keys 1 to 4 open them. */
const views = [
  { name: 'search', title: 'Search', View: SearchView },
  { name: 'notes', title: 'Notes', View: NotesView },
  { name: 'records', title: 'Records', View: RecordsView },
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
              href={linkTo(view.name)}
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
  ['1 to 4', 'open a view'],
  ['↑ ↓', 'move between rows'],
  ['Enter', 'open the selected row'],
  ['Esc', 'close the open document or record'],
  ['?', 'show this help'],
] as const

const focusMain = (): void => document.querySelector('main')?.focus()

const actions: Readonly<Record<string, () => void>> = {
  '?': () => (showsKeys.value = true),
  '/': focusQuery,
  Escape: closeOpened,
  ...Object.fromEntries(views.map(({ name }, index) => [index + 1, () => goTo(name)])),
}

function handleKey(event: KeyboardEvent): void {
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches('input:not([type=range]), select, textarea')
  const isElsewhere = isTyping || document.querySelector('dialog[open]')
  const action = actions[event.key]
  if (!action || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  action()
}

/** Waits for the search view to render the box. */
function focusQuery(): void {
  if (address.value.view !== 'search') goTo('search')
  setTimeout(() => document.querySelector<HTMLInputElement>('#query')?.select())
}
