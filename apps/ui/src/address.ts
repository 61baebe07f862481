import { computed, signal } from '@preact/signals'

export type Parameters = Readonly<Record<string, string>>

const hash = signal(location.hash)

addEventListener('hashchange', () => void (hash.value = location.hash))

/** The view and parameters in the hash of the URL: `#/search?q=auth`. */
export const address = computed(() => {
  const [path = '', query] = hash.value.replace(/^#\/?/u, '').split('?')
  const parameters: Parameters = Object.fromEntries(new URLSearchParams(query))
  return { view: path === '' ? 'search' : path, parameters }
})

export function linkTo(view: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return query === '' ? `#/${view}` : `#/${view}?${query}`
}

/** Goes to a view; with `replaces` without a new entry in the browser history. */
export function goTo(view: string, parameters: Parameters = {}, { replaces = false } = {}): void {
  const link = linkTo(view, parameters)
  if (replaces) history.replaceState(null, '', link)
  else location.hash = link
  hash.value = location.hash
}

/** Closes the open document or record and keeps the filters of the view. */
export function closeOpened(): void {
  const { view, parameters } = address.value
  const { root: _, path, line: __, id, ...others } = parameters
  if (!(view === 'notes' && path !== undefined) && !(view === 'records' && id !== undefined)) return
  goTo(view, others)
  document.querySelector('main')?.focus()
}
