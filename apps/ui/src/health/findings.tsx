import { printable } from '@recallite/analysis/invisible'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Examination, Finding } from '../api.js'
import { Command } from '../command.js'
import { ask } from '../request.js'
import { Text } from '../texts.js'

/** What `recallite doctor` finds: what is quickly seen at once, and all when it is asked for. */
export function Findings() {
  const found = useSignal<readonly Finding[] | null>(null)
  const isBusy = useSignal(false)
  const failure = useSignal('')
  const examine = async (parameters: Readonly<Record<string, string>>) => {
    isBusy.value = true
    try {
      found.value = (await ask<Examination>('doctor', parameters)).findings
      failure.value = ''
    } catch (error) {
      failure.value = (error as Error).message
    }
    isBusy.value = false
  }
  useEffect(() => void examine({}), [])
  const [good, others] = [found.value?.filter(isOk) ?? [], found.value?.filter((each) => !isOk(each)) ?? []]
  return (
    <section aria-labelledby="doctor" aria-busy={isBusy.value}>
      <h2 id="doctor">Doctor</h2>
      <button type="button" disabled={isBusy.value} onClick={() => examine({ all: '1' })}>
        Examine everything
      </button>{' '}
      <span class="muted">Also asks the models, and looks for changed files.</span>
      <div aria-live="polite">
        {failure.value !== '' && <p class="error">{failure}</p>}
        {found.value && others.length === 0 && <p class="good">All is well.</p>}
        <List findings={others} />
      </div>
      <details>
        <summary>{good.length} ok</summary>
        <List findings={good} />
      </details>
    </section>
  )
}

const isOk = ({ state }: Finding): boolean => state === 'ok'

const marks = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' } as const

function List({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul class="findings">
      {findings.map(({ name, state, detail, cause, fix }) => (
        <li key={`${name} ${detail}`}>
          <b class={state === 'ok' ? 'good' : 'bad'}>{marks[state]}</b> {name}: <Text of={detail} />
          {cause !== null && (
            <p>
              why: <Text of={cause} />
            </p>
          )}
          {fix !== null && (
            <p>
              fix: <Command text={printable(fix)} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
