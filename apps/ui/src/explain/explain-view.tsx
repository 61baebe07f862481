import { useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { valuesOf } from '../fields.js'
import { Chips, SearchForm } from '../search/search-form.js'
import { percentOf } from '@recallite/core/ranking'
import { Paragraphs, ErrorMessage } from '../elements.js'
import { Columns } from './columns.js'
import { ItemDetails } from './item-details.js'
import { answer, askWhy, ranked, request } from './ranking.js'
import { SettingsPanel } from './settings-panel.js'

/** The candidates of each retriever and their fusion, with adjustable settings. */
export const ExplainView = () => (
  <>
    <h1>Explain a ranking</h1>
    <SearchForm />
    <Chips tags={[]} />
    <Found />
  </>
)

function Found() {
  const isRanked = ranked.value !== undefined
  return (
    <>
      <ErrorMessage of={request.value.error} />
      {isRanked && <SettingsPanel />}
      {isRanked && <Summary />}
      <div class="found">
        {isRanked && <Columns />}
        <ItemDetails />
      </div>
      {isRanked && <WhyForm />}
    </>
  )
}

function Summary() {
  if (!answer.value || !ranked.value) return null
  const { understood, unmatched, degraded, corrections, time, timings, model } = answer.value.report.answer
  const { abstained, heldBack, confidence, results } = ranked.value
  const corrected = corrections.map((each) => `; ${each.typed} was read as ${each.corrected.join(' or ')}`)
  const missing = unmatched === null ? '' : `; no text has ${unmatched}`
  const preferred = time ? `; ${time.text} was read as ${time.from ?? '…'} to ${time.to}` : ''
  return (
    <div class="summary">
      <p role="status">
        {abstained
          ? `No results: the highest confidence, ${percentOf(confidence)}, is below the threshold; ${heldBack} candidates are withheld.`
          : describeResults({ count: results.length, confidence, heldBack })}{' '}
        <span class="muted">
          {Math.round(timings.total)} ms{model === null ? ', keywords only' : `, ${model}`}
        </span>
      </p>
      <Paragraphs
        of={[`Understood: ${understood}${missing}${corrected.join('')}${preferred}`]}
        kind="muted"
      />
      <Paragraphs of={degraded.map(({ retriever, reason }) => `${retriever}: ${reason}`)} kind="muted" />
    </div>
  )
}

function describeResults({
  count,
  confidence,
  heldBack,
}: Record<'count' | 'confidence' | 'heldBack', number>): string {
  if (count === 0) return 'No results.'
  const held = heldBack > 0 ? `, and ${heldBack} less relevant ones are withheld` : ''
  return `${count} ${count === 1 ? 'result' : 'results'}${held}. Confidence, the probability that a result answers the query: ${percentOf(confidence)}.`
}

/** Explains why a document is not among the results. */
function WhyForm() {
  const message = useSignal('')
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Locators in the lists end with line numbers.
    const document = valuesOf(event)['document']?.replace(/:\d+(?:-\d+)?$/u, '') ?? ''
    message.value = await askWhy(document).then(
      ({ verdict, advice }) => `${verdict} ${advice ?? ''}`,
      (error: Error) => error.message,
    )
  }
  return (
    <form class="fields why" onSubmit={submit}>
      <label>
        Why is a document missing?
        <input name="document" required placeholder="notes:auth.md" dir="auto" />
      </label>
      <button>Why</button>
      <output aria-live="polite">{message}</output>
    </form>
  )
}
