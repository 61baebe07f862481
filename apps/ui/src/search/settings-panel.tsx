import { useSignal } from '@preact/signals'
import { strategyNames } from '@recallite/fusion'
import { HitRate } from '../judging/hit-rate.js'
import { send } from '../request.js'
import { asFlags, asSettings, asYaml, resolved, sliders, slide, slid, valueOf } from './settings.js'

/** The strategy and the sliders, and what to do with settings that are better. */
export function SettingsPanel() {
  return (
    <section class="settings" aria-label="Settings">
      <div class="fields">
        <label>
          Strategy
          <select
            value={resolved.value.strategyName}
            onChange={(event) => slide({ fusion: event.currentTarget.value })}
          >
            {strategyNames().map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {sliders.map((slider) => (
          <Slider key={slider.name} {...slider} />
        ))}
      </div>
      {Object.keys(slid.value).length > 0 && <Keeping />}
      {/* The suite's questions are asked of the model once each: not before somebody wants to compare. */}
      {Object.keys(slid.value).length > 0 && <HitRate />}
    </section>
  )
}

function Slider({ name, title, least, most, step }: (typeof sliders)[number]) {
  const value = valueOf(name)
  const shown = name === 'perDocument' && value === 0 ? 'any' : (value ?? 'not read')
  return (
    <label>
      <span>
        {title} <span class={name in slid.value ? 'changed' : undefined}>{shown}</span>
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value ?? least}
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
  const copy = async (text: string, what: string) => {
    await navigator.clipboard.writeText(text).catch(() => {})
    said.value = `${what}: ${text}`
  }
  const save = async () => {
    try {
      const { file } = await send<{ readonly file: string }>('settings', asSettings())
      said.value = `Saved in ${file}. A program that runs keeps the settings that it began with: start it again.`
    } catch (error) {
      said.value = (error as Error).message
    }
  }
  return (
    <div class="fields">
      <button type="button" onClick={() => copy(asFlags(), 'Copied')}>
        Copy as flags
      </button>
      <button type="button" onClick={() => copy(asYaml(), 'Copied')}>
        Copy as YAML
      </button>
      <button type="button" onClick={save}>
        Save
      </button>
      <button type="button" onClick={() => (slid.value = {})}>
        Reset
      </button>
      <output class="muted" aria-live="polite">
        {said}
      </output>
    </div>
  )
}
