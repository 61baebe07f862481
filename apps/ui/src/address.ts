import { computed, effect, signal } from '@preact/signals'

export type Parameters = Readonly<Record<string, string>>

const hash = signal(location.hash)

/** The number of addresses of this page before the current one in the browser history. */
let depth = depthOfEntry() ?? 0

/** The address before the current one. */
export let previous = ''

addEventListener('hashchange', ({ oldURL }) => {
  previous = new URL(oldURL).hash
  depth = depthOfEntry() ?? depth + 1
  history.replaceState({ depth }, '')
  hash.value = location.hash
})

/** The view and parameters in the hash of the URL: `#/search?q=auth`. */
export const address = computed(() => {
  const [path = '', query] = hash.value.replace(/^#\/?/u, '').split('?')
  const parameters: Parameters = Object.fromEntries(new URLSearchParams(query))
  return { view: path === '' ? 'search' : path, parameters }
})

/** The parameters of the last search, to return to it. */
export const lastSearch = signal<Parameters>({})

effect(() => {
  const { view, parameters } = address.value
  if (['search', 'explain'].includes(view) && 'q' in parameters) lastSearch.value = parameters
})

export function linkTo(view: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return query === '' ? `#/${view}` : `#/${view}?${query}`
}

/** Goes to a view; with `replaces` without a new entry in the browser history. */
export function goTo(view: string, parameters: Parameters = {}, { replaces = false } = {}): void {
  const link = linkTo(view, parameters)
  if (replaces) history.replaceState({ depth }, '', link)
  else location.hash = link
  hash.value = location.hash
}

/** Goes back from the open document or record, or closes it and keeps the filters of the view. */
export function closeOpened(): void {
  const { view, parameters } = address.value
  const { root: _, path, line: __, id, ...others } = parameters
  if (!(view === 'notes' && path !== undefined) && !(view === 'records' && id !== undefined)) return
  if (depth > 0) return history.back()
  goTo(view, others)
  document.querySelector('main')?.focus()
}

function depthOfEntry(): number | undefined {
  return (history.state as { readonly depth?: number } | null)?.depth
}
