import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { address, goTo, linkTo } from './address.js'
import { HealthView } from './health/health-view.js'
import { SuiteView } from './judging/suite-view.js'
import { NotesView } from './notes/notes-view.js'
import { RecordsView } from './records/records-view.js'
import { SearchView } from './search/search-view.js'

/** The views, in the order of the navigation; the digits 1 to 5 open them. */
const views = [
  { name: 'search', title: 'Search', View: SearchView },
  { name: 'notes', title: 'Notes', View: NotesView },
  { name: 'records', title: 'Records', View: RecordsView },
  { name: 'health', title: 'Health', View: HealthView },
  { name: 'suite', title: 'Suite', View: SuiteView },
] as const

/** The whole page: navigation, the view that the address names, and the help on keys. */
export function Shell() {
  const help = useRef<HTMLDialogElement>(null)
  const { name, title, View } = views.find((view) => view.name === address.value.view) ?? views[0]
  useSignalEffect(() => {
    document.title = `${views.find((view) => view.name === address.value.view)?.title ?? title} · Recallite`
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => handleKey(event, help.current)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <header class="top">
        <a class="skip" href="#main" onClick={skip}>
          Skip to content
        </a>
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
        <button type="button" aria-label="Keys" onClick={() => help.current?.showModal()}>
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <Help dialog={help} />
    </>
  )
}

const keys = [
  ['/', 'write a query'],
  ['1 to 5', 'open a view'],
  ['↑ ↓', 'go from row to row'],
  ['Enter', 'open what is selected'],
  ['Esc', 'close what is open'],
  ['?', 'show these keys'],
] as const

function Help({ dialog }: { readonly dialog: { current: HTMLDialogElement | null } }) {
  return (
    <dialog ref={dialog} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl class="pairs">
        {keys.map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}

function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

function handleKey(event: KeyboardEvent, help: HTMLDialogElement | null): void {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
    return
  const actions: Readonly<Record<string, () => void>> = {
    '?': () => help?.showModal(),
    '/': focusQuery,
    Escape: close,
    ...Object.fromEntries(views.map(({ name }, index) => [String(index + 1), () => goTo(name)])),
  }
  const action = actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
}

/** The parameters that name what is open in a view. */
const opened: Readonly<Record<string, readonly string[]>> = {
  notes: ['root', 'path', 'line'],
  records: ['id'],
}

function close(): void {
  const { view, parameters } = address.value
  const others = [...parameters].filter(([name]) => !opened[view]?.includes(name))
  if (others.length < parameters.size) goTo(view, Object.fromEntries(others))
}

/** The box is there once the view of search is. */
function focusQuery(): void {
  if (address.value.view !== 'search') goTo('search')
  setTimeout(() => document.querySelector<HTMLElement>('#query')?.focus())
}
