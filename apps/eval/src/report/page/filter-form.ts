import type { PageData } from '../page-data.js'
import { elementById, setOptions } from './dom.js'
import type { QueryFilter } from './select-queries.js'

function findFields() {
  return {
    search: elementById('filter-search', HTMLInputElement),
    suite: elementById('filter-suite', HTMLSelectElement),
    kind: elementById('filter-kind', HTMLSelectElement),
    outcome: elementById('filter-outcome', HTMLSelectElement),
    system: elementById('filter-system', HTMLSelectElement),
  }
}

type Fields = ReturnType<typeof findFields>

function offer(select: HTMLSelectElement, values: readonly string[], all?: string): void {
  const named = [...new Set(values)].filter((value) => value !== '')
  const options = named.map((value) => [value, value] as const)
  setOptions(select, all === undefined ? options : [['', all], ...options])
}

/** What there is to choose, within the suite that is chosen. */
function offerWithin({ suites }: PageData, { suite, kind, outcome, system }: Fields): void {
  const within = suites.filter(({ title }) => suite.value === '' || title === suite.value)
  const kinds = within.flatMap(({ queries }) => queries.map((query) => query.kind))
  offer(kind, kinds, 'all')
  offer(
    system,
    within.flatMap(({ systems }) => systems.map(({ name }) => name)),
  )
  system.disabled = outcome.value !== 'found' && outcome.value !== 'missed'
}

/** A field that offers one thing besides all is not worth its room. */
function hideUnlessUseful(select: HTMLSelectElement): void {
  const label = select.closest('label')
  if (label) label.hidden = select.options.length < 3
}

function readFilter({ search, suite, kind, outcome, system }: Fields): QueryFilter {
  return {
    search: search.value,
    suite: suite.value,
    kind: kind.value,
    outcome: outcome.value as QueryFilter['outcome'],
    system: system.value,
  }
}

/** The fields above the list; `onChange` gets the filter now and whenever somebody changes it. */
export function startFilterForm(data: PageData, onChange: (filter: QueryFilter) => void): void {
  const form = elementById('filter', HTMLFormElement)
  const fields = findFields()
  const titles = data.suites.map(({ title }) => title)
  offer(fields.suite, titles, 'all')
  const settle = () => {
    offerWithin(data, fields)
    onChange(readFilter(fields))
  }
  settle()
  hideUnlessUseful(fields.suite)
  hideUnlessUseful(fields.kind)
  form.addEventListener('input', settle)
  form.addEventListener('submit', (event) => event.preventDefault())
  form.hidden = false
}
