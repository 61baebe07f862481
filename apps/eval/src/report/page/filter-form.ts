import type { PageData } from '../encode-page-data.js'
import { elementById, setOptions } from './dom.js'
import type { QueryFilter } from './select-queries.js'

/** Starts the fields above the list; `onChange` gets the filter now and after every change. */
export function startFilterForm(data: PageData, onChange: (filter: QueryFilter) => void): void {
  const form = elementById('filter', HTMLFormElement)
  const fields = findFields()
  const titles = data.suites.map(({ title }) => title)
  const { search, suite, kind, outcome, system } = fields
  offer(suite, titles, 'all')
  const update = () => {
    offerWithin(data, fields)
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

function findFields() {
  return {
    search: elementById('filter-search', HTMLInputElement),
    suite: elementById('filter-suite', HTMLSelectElement),
    kind: elementById('filter-kind', HTMLSelectElement),
    outcome: elementById('filter-outcome', HTMLSelectElement),
    system: elementById('filter-system', HTMLSelectElement),
  }
}

function offer(select: HTMLSelectElement, values: readonly string[], all?: string): void {
  const named = [...new Set(values)].filter((value) => value !== '')
  const options = named.map((value) => [value, value] as const)
  setOptions(select, all === undefined ? options : [['', all], ...options])
}

function offerWithin({ suites }: PageData, fields: ReturnType<typeof findFields>): void {
  const { suite, kind, outcome, system } = fields
  const within = suites.filter(({ title }) => suite.value === '' || title === suite.value)
  const kinds = within.flatMap(({ queries }) => queries.map((query) => query.kind))
  const systems = within.flatMap((each) => each.systems.map(({ name }) => name))
  offer(kind, kinds, 'all')
  offer(system, systems)
  system.disabled = outcome.value !== 'found' && outcome.value !== 'missed'
}

/** A field needs at least two options besides `all` to be useful. */
function hideUnlessUseful(select: HTMLSelectElement): void {
  const label = select.closest('label')
  if (label) label.hidden = select.options.length < 3
}
