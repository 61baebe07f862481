import { address } from '../address.js'
import { answer, askQuery, failure, filterNames, isAsking, ranked } from './asked-search.js'
import { Columns } from './columns.js'
import { ItemDetails } from './item-details.js'
import { SettingsPanel } from './settings-panel.js'
import { WhyForm } from './why-form.js'

/** Search: what both retrievers found and how it was fused, under settings that can be slid. */
export function SearchView() {
  return (
    <>
      <h1 class="hidden">Search</h1>
      <SearchForm />
      {failure.value !== '' && (
        <p class="error" role="alert">
          {failure}
        </p>
      )}
      {ranked.value && (
        <>
          <SettingsPanel />
          <Summary />
          <div class="found">
            <Columns />
            <ItemDetails />
          </div>
          <WhyForm />
        </>
      )}
    </>
  )
}

const titles: Readonly<Record<(typeof filterNames)[number], readonly [title: string, example: string]>> = {
  kind: ['Kind', ''],
  root: ['Root', 'notes'],
  path: ['Path', 'projects/**'],
  heading: ['Heading', 'Decisions'],
  since: ['Since', '2026-02 or 3m'],
  until: ['Until', '2026-02-11'],
  where: ['Front matter', 'status=done'],
}

function SearchForm() {
  const { parameters } = address.value
  const isFiltered = filterNames.some((name) => parameters.has(name))
  return (
    <form role="search" class="search" onSubmit={submit} key={parameters.toString()}>
      <div class="box">
        <input
          id="query"
          name="q"
          type="search"
          dir="auto"
          aria-label="Query"
          placeholder="What to find, by meaning or by words"
          autocomplete="off"
          defaultValue={parameters.get('q') ?? ''}
        />
        <button type="submit" aria-busy={isAsking.value}>
          Search
        </button>
      </div>
      <details open={isFiltered}>
        <summary>Filters</summary>
        <div class="fields">
          {filterNames.map((name) => (
            <label key={name}>
              {titles[name][0]}
              <FilterField name={name} value={parameters.get(name) ?? ''} />
            </label>
          ))}
        </div>
      </details>
    </form>
  )
}

function FilterField({
  name,
  value,
}: {
  readonly name: (typeof filterNames)[number]
  readonly value: string
}) {
  if (name !== 'kind') return <input name={name} defaultValue={value} placeholder={titles[name][1]} />
  return (
    <select name="kind" defaultValue={value}>
      <option value="">files and records</option>
      <option value="file">files</option>
      <option value="record">records</option>
    </select>
  )
}

function submit(event: SubmitEvent): void {
  event.preventDefault()
  const form = new FormData(event.currentTarget as HTMLFormElement)
  askQuery(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])))
}

/** The answer as a whole, in the words of the command. */
function Summary() {
  const { value } = answer
  const { value: ranking } = ranked
  if (!value || !ranking) return null
  const { understood, degraded, corrections, timings, model } = value.report.answer
  const { abstained, heldBack, confidence, results } = ranking
  const shown = abstained
    ? `Nothing is shown: the highest confidence, ${percent(confidence)}, is below the threshold; ${heldBack} candidates are held back.`
    : `${results.length} results; the best is ${percent(confidence)} likely to answer.`
  return (
    <div class="summary">
      <p role="status">
        {shown}{' '}
        <span class="muted">
          {Math.round(timings.total)} ms{model === null ? ', by words alone' : `, ${model}`}
        </span>
      </p>
      <p class="muted">
        Understood: <bdi>{understood}</bdi>
        {corrections.map(({ typed, corrected }) => `; ${typed} was read as ${corrected.join(' or ')}`)}
      </p>
      {degraded.map(({ retriever, reason }) => (
        <p class="bad" key={reason}>
          {retriever}: {reason}
        </p>
      ))}
    </div>
  )
}

/** A share as people read it. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
