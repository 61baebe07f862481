import { useSignal } from '@preact/signals'
import { strategyNames } from '@recallite/fusion'
import { Command, Copy } from '../elements.js'
import { Choice } from '../fields.js'
import { HitRate } from '../judging/hit-rate.js'
import { send } from '../request.js'
import { asFlags, asSettings, asYaml, isSlid, resolved, sliders, slide, slid, valueOf } from './settings.js'

const strategies = strategyNames().map((name) => [name, name] as const)

/** The strategy and the sliders, and what to do with settings that are better. */
export function SettingsPanel() {
  return (
    <section class="settings" aria-label="Settings">
      <div class="fields">
        <Choice
          label="Strategy"
          texts={strategies}
          value={resolved.value.strategyName}
          onChoose={(fusion) => slide({ fusion })}
        />
        {sliders.map((slider) => (
          <Slider key={slider.name} of={slider} />
        ))}
      </div>
      {isSlid.value && <Keeping />}
      {/* The suite's questions are asked of the model once each: not before somebody wants to compare. */}
      {isSlid.value && <HitRate />}
    </section>
  )
}

function Slider({ of }: { readonly of: (typeof sliders)[number] }) {
  const { name, title, min, max, step } = of
  const value = valueOf(name)
  const shown = name === 'perDocument' && value === 0 ? 'any' : (value ?? 'not read')
  return (
    <label>
      <span>
        {title} <span class={name in slid.value ? 'changed' : undefined}>{shown}</span>
      </span>
      <input
        type="range"
        {...{ min, max, step }}
        value={value ?? min}
        disabled={value === null}
        aria-valuetext={String(shown)}
        onInput={(event) => slide({ [name]: event.currentTarget.valueAsNumber })}
      />
    </label>
  )
}

/** Takes the changed settings along, or takes them back. */
function Keeping() {
  const said = useSignal('')
  const save = async () => {
    const saved = send<{ readonly file: string }>('settings', asSettings())
    said.value = await saved.then(
      ({ file }) =>
        `Saved in ${file}. A program that runs keeps the settings that it began with: start it again.`,
      (error: Error) => error.message,
    )
  }
  return (
    <div class="fields">
      <Command text={asFlags()} title="Copy as flags" />
      <Copy text={asYaml()} title="Copy as YAML" />
      <button onClick={save}>Save</button>
      <button onClick={() => (slid.value = {})}>Reset</button>
      <output class="muted" aria-live="polite">
        {said}
      </output>
    </div>
  )
}
