import { useSignal } from '@preact/signals'
import type { WhyReport } from '@recallite/core'
import { address } from '../address.js'
import { send } from '../request.js'

/** Says why a document that is missed is not among the results, also where no retriever found it. */
export function WhyForm() {
  const said = useSignal<Pick<WhyReport, 'verdict' | 'advice'> | null>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const document = new FormData(event.currentTarget as HTMLFormElement).get('document')
    const query = address.value.parameters.get('q')
    said.value = await send<WhyReport>('why', { query, document }).catch((error: Error) => {
      return { verdict: error.message, advice: null }
    })
  }
  return (
    <form class="fields why" onSubmit={submit}>
      <label>
        Why is a document not here?
        <input name="document" required placeholder="notes:auth.md" dir="auto" />
      </label>
      <button type="submit">Why</button>
      <output aria-live="polite">
        {said.value && (
          <>
            {said.value.verdict} {said.value.advice}
          </>
        )}
      </output>
    </form>
  )
}
