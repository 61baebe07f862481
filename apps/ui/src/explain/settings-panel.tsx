import { useSignal } from '@preact/signals'
import type { SearchOptions } from '@recallite/core'
import { strategyNames } from '@recallite/fusion'
import { Command } from '../elements.js'
import { Choice } from '../fields.js'
import { send } from '../request.js'
import { changes, hasChanges, resolved, retrievers, saved, settings } from './ranking.js'

/** The sliders in display order, with their keys in the settings. */
const sliders = [
  { name: 'vectorWeight', key: 'hybrid.vectorWeight', title: 'Vector weight', min: 0, max: 1, step: 0.01 },
  { name: 'textWeight', key: 'hybrid.textWeight', title: 'Keyword weight', min: 0, max: 1, step: 0.01 },
  { name: 'rrfK', key: 'hybrid.rrfK', title: 'RRF k', min: 1, max: 200, step: 1 },
  { name: 'threshold', key: 'minScore', title: 'Threshold', min: 0, max: 1, step: 0.01 },
  { name: 'limit', key: 'maxResults', title: 'Limit', min: 1, max: 100, step: 1 },
  { name: 'perDocument', key: 'perDocument', title: 'Per document', min: 0, max: 20, step: 1 },
] as const

const strategies = strategyNames().map((name) => [name, name] as const)
const choose = (fusion: string): void => slide({ fusion })

/** The strategy, sliders, and actions for changed settings. */
export function SettingsPanel() {
  const { strategyName } = resolved.value
  return (
    <section class="settings" aria-label="Settings">
      <div class="fields">
        <Choice label="Strategy" texts={strategies} value={strategyName} onChoose={choose} />
        {sliders.map((slider) => (
          <Slider key={slider.name} of={slider} />
        ))}
        {retrievers.value.map(
          ({ name, weight }) =>
            weight !== undefined && <WeightSlider key={name} name={name} weight={weight} />,
        )}
      </div>
      {hasChanges.value && <Actions />}
    </section>
  )
}

function Slider({ of }: { readonly of: (typeof sliders)[number] }) {
  const { name, title, min, max, step } = of
  const value = valueOf(name)
  const text = name === 'perDocument' && value === 0 ? 'any' : (value ?? 'not used')
  return (
    <label>
      <span>
        {title} <span class={name in changes.value ? 'changed' : undefined}>{text}</span>
      </span>
      <input
        type="range"
        {...{ min, max, step }}
        value={value ?? min}
        disabled={value === null}
        aria-valuetext={String(text)}
        onInput={(event) => {
          slide({ [name]: event.currentTarget.valueAsNumber })
          // `slide` rejects a change that would set both weights to 0.
          event.currentTarget.value = String(valueOf(name))
        }}
      />
    </label>
  )
}

/** The weight of an additional retriever. Every strategy uses it. */
function WeightSlider({ name, weight }: { readonly name: string; readonly weight: number }) {
  const { weights = {} } = settings.value
  const value = weights[name] ?? weight
  return (
    <label>
      <span>
        {`Weight of ${name} `}
        <span class={changes.value.weights ? 'changed' : undefined}>{value}</span>
      </span>
      <input
        type="range"
        {...{ min: 0, max: 1, step: 0.01, value }}
        onInput={(event) => slide({ weights: { ...weights, [name]: event.currentTarget.valueAsNumber } })}
      />
    </label>
  )
}

/** Copies, saves or resets the changed settings. */
function Actions() {
  const message = useSignal('')
  const save = async () => {
    try {
      const { file } = await send<{ readonly file: string }>('settings', toSave())
      saved.value = { ...saved.value, ...changes.value }
      message.value = `Saved in ${file}. This page uses it now; other running programs keep their settings until they restart.`
    } catch (error) {
      message.value = (error as Error).message
    }
  }
  return (
    <div class="fields">
      <Command text={asFlags()} title="Copy as flags" />
      <button onClick={save}>Save</button>
      <button onClick={reset}>Reset</button>
      <output class="muted" aria-live="polite">
        {message}
      </output>
    </div>
  )
}

/** Moves the focus to the strategy, because the button disappears. */
function reset(): void {
  changes.value = {}
  document.querySelector<HTMLElement>('.settings select')?.focus()
}

/** The value of a slider; null if the strategy does not use it. */
function valueOf(name: (typeof sliders)[number]['name']): number | null {
  const { weights, threshold, limit, perDocument, strategyName, fusionOptions } = resolved.value
  const defaultK = { rrf: 60, 'rrf-compressed': 2 }[strategyName] ?? null
  const { max, isStrict } = perDocument
  return {
    vectorWeight: weights['vector'] ?? 0,
    textWeight: weights['keyword'] ?? 0,
    rrfK: defaultK === null ? null : (fusionOptions.k ?? defaultK),
    threshold,
    limit,
    // Like the flag, the slider uses 0 for no limit.
    perDocument: isStrict && max === Infinity ? 0 : max,
  }[name]
}

/** Sets an option, unless both weights would be 0. */
function slide(changed: SearchOptions): void {
  // A new strategy drops the weights and k of the previous one.
  const { vectorWeight: _, textWeight: __, rrfK: ___, ...others } = changes.value
  const before = changed.fusion === undefined ? changes.value : others
  // A weight or k without a strategy would select a different strategy.
  const isOfStrategy = ['vectorWeight', 'textWeight', 'rrfK'].some((name) => name in changed)
  const next = { ...before, ...(isOfStrategy && { fusion: resolved.value.strategyName }), ...changed }
  const { vector = 0, keyword = 0 } = resolved.value.weights
  if ((next.vectorWeight ?? vector) + (next.textWeight ?? keyword) > 0) changes.value = next
}

/** Weights of additional retrievers cannot be saved: their modules set them. */
const withoutWeights = ({ weights: _, ...options }: SearchOptions): SearchOptions => options

/** The changes as flags of `recallite search`. */
const asFlags = (): string =>
  Object.entries(withoutWeights(changes.value))
    .map(([name, value]) => `--${name.replaceAll(/(?=[A-Z])/gu, '-').toLowerCase()} ${value}`)
    .join(' ')

/** Options as settings, by key. */
function asSettings(options: SearchOptions = changes.value): Readonly<Record<string, unknown>> {
  const keys = new Map<string, string>(sliders.map(({ name, key }) => [name, key]))
  const entries = Object.entries(withoutWeights(options))
  return Object.fromEntries(entries.map(([name, value]) => [`query.${keys.get(name) ?? name}`, value]))
}

/** The changes. A new strategy also replaces the weights and k in the file; null removes a setting. */
function toSave(): Readonly<Record<string, unknown>> {
  if (changes.value.fusion === undefined) return asSettings()
  const { fusion, vectorWeight = null, textWeight = null, rrfK = null } = settings.value
  return { ...asSettings(), ...asSettings({ fusion, vectorWeight, textWeight, rrfK } as SearchOptions) }
}
