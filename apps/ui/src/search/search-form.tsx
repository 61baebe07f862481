import type { TargetedEvent } from 'preact'
import { useEffect } from 'preact/hooks'
import { address, goTo } from '../address.js'
import { visible } from '../elements.js'
import { valuesOf } from '../fields.js'
import { useStart } from './start-page.js'

/** The box for the query in the URL. */
export function SearchForm() {
  const { view, parameters } = address.value
  const { q: query = '', limit: _, threshold: __, ...filters } = parameters
  const search = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isExplain = view === 'explain'
    goTo(isExplain ? view : 'search', { ...(isExplain ? parameters : filters), ...valuesOf(event) })
  }
  useEffect(() => {
    if (query === '') document.querySelector<HTMLInputElement>('#query')?.focus()
  }, [])
  return (
    <form role="search" class="search" onSubmit={search}>
      <div class="box">
        <input
          key={query}
          id="query"
          name="q"
          type="search"
          dir="auto"
          aria-label="Query"
          placeholder="Search by meaning or keywords"
          autocomplete="off"
          value={query}
        />
        <button>Search</button>
      </div>
    </form>
  )
}

const dates = [
  { name: 'since', value: '7d', text: 'Past week' },
  { name: 'since', value: '1m', text: 'Past month' },
  { name: 'since', value: '1y', text: 'Past year' },
]
const kinds = [
  { name: 'kind', value: 'file', text: 'Notes' },
  { name: 'kind', value: 'record', text: 'Records' },
]

/** Filters that can be added, and those in the URL, which can be removed. */
export function Chips({ tags }: { readonly tags: readonly string[] }) {
  const { view, parameters } = address.value
  const { answer } = useStart()
  const roots = answer?.roots.map(({ name }) => ({ name: 'root', value: name, text: name })) ?? []
  const common = Object.entries(Object.groupBy(tags, (tag) => tag)).toSorted(
    ([, a = []], [, b = []]) => b.length - a.length,
  )
  const tagged = common.slice(0, 5).map(([tag]) => ({ name: 'where', value: `tags=${tag}`, text: `#${tag}` }))
  const offered = [...kinds, ...dates, ...(roots.length > 1 ? roots : []), ...tagged]
  const isOffered = (name: string, value: string) =>
    offered.some((chip) => chip.name === name && chip.value === value)
  const given = Object.entries(parameters).filter(
    ([name, value]) => !notFilters.has(name) && !isOffered(name, value),
  )
  const others = given.map(([name, value]) => ({ name, value, text: `${name}: ${value}` }))
  const chips = [...offered, ...others].map(({ name, value, text }) => {
    const { [name]: current, ...rest } = parameters
    const isOn = current === value
    return (
      <button
        key={`${name} ${value}`}
        aria-pressed={isOn}
        onClick={() => goTo(view, isOn ? rest : { ...rest, [name]: value }, { replaces: true })}
      >
        {visible(text)} {isOn && <span aria-hidden="true">×</span>}
      </button>
    )
  })
  return (
    <div class="chips" role="group" aria-label="Filters">
      {chips}
    </div>
  )
}

const notFilters: ReadonlySet<string> = new Set(['q', 'limit', 'threshold'])
