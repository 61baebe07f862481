import type { PageData } from '../encode-page-data.js'
import { elementById, setOptions } from './dom.js'
import type { QueryFilter } from './select-queries.js'

/** Starts the fields above the list; `onChange` gets the filter now and after every change. */
export function startFilterForm({ suites }: PageData, onChange: (filter: QueryFilter) => void): void {
  const form = elementById('filter', HTMLFormElement)
  const search = elementById('filter-search', HTMLInputElement)
  const [suite, kind, outcome, system] = [field('suite'), field('kind'), field('outcome'), field('system')]
  const titles = suites.map(({ title }) => title)
  offer(suite, titles, 'all')
  const update = () => {
    const within = suites.filter(({ title }) => suite.value === '' || title === suite.value)
    const kinds = within.flatMap(({ queries }) => queries.map((query) => query.kind))
    const systems = within.flatMap((each) => each.systems.map(({ name }) => name))
    offer(kind, kinds, 'all')
    offer(system, systems)
    system.disabled = outcome.value !== 'found' && outcome.value !== 'missed'
    onChange({
      search: search.value,
      suite: suite.value,
      kind: kind.value,
      outcome: outcome.value as QueryFilter['outcome'],
      system: system.value,
    })
  }
  update()
  hideUnlessUseful(suite)
  hideUnlessUseful(kind)
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => event.preventDefault())
  form.hidden = false
}

function field(name: string): HTMLSelectElement {
  return elementById(`filter-${name}`, HTMLSelectElement)
}

function offer(select: HTMLSelectElement, values: readonly string[], all?: string): void {
  const named = [...new Set(values)].filter((value) => value !== '')
  const options = named.map((value) => [value, value] as const)
  setOptions(select, all === undefined ? options : [['', all], ...options])
}

/** A field needs at least two options besides `all` to be useful. */
function hideUnlessUseful(select: HTMLSelectElement): void {
  const label = select.closest('label')
  if (label) label.hidden = select.options.length < 3
}
