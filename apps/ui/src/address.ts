import { signal } from '@preact/signals'

/** What the part of the address after `#` says: which view, and with what; `#/search?q=auth`. */
export interface Address {
  readonly view: string
  readonly parameters: URLSearchParams
}

/** The present address. */
export const address = signal<Address>(readAddress())

addEventListener('hashchange', () => {
  address.value = readAddress()
})

/** The link to a view. */
export function linkTo(view: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return query === '' ? `#/${view}` : `#/${view}?${query}`
}

/** Goes to a view. `replaces`: without an entry in the history of the browser. */
export function goTo(
  view: string,
  parameters: Readonly<Record<string, string>> = {},
  { replaces = false } = {},
): void {
  const link = linkTo(view, parameters)
  if (!replaces) return void (location.hash = link)
  history.replaceState(null, '', link)
  address.value = readAddress()
}

function readAddress(): Address {
  const [path = '', query] = location.hash.replace(/^#\/?/u, '').split('?')
  return { view: path === '' ? 'search' : path, parameters: new URLSearchParams(query) }
}
