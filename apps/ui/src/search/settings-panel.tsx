import { useSignal } from '@preact/signals'
import type { SearchOptions } from '@recallite/core'
import { strategyNames } from '@recallite/fusion'
import { Command, Copy } from '../elements.js'
import { Choice } from '../fields.js'
import { send } from '../request.js'
import { isSlid, resolved, retrievers, saved, settings, slid } from './search.js'

/** The sliders, in their order; `key`: that of the setting. */
const sliders = [
  { name: 'vectorWeight', key: 'hybrid.vectorWeight', title: 'Vector weight', min: 0, max: 1, step: 0.01 },
  { name: 'textWeight', key: 'hybrid.textWeight', title: 'Keyword weight', min: 0, max: 1, step: 0.01 },
  { name: 'rrfK', key: 'hybrid.rrfK', title: 'k of rrf', min: 1, max: 200, step: 1 },
  { name: 'threshold', key: 'minScore', title: 'Threshold', min: 0, max: 1, step: 0.01 },
  { name: 'limit', key: 'maxResults', title: 'Limit', min: 1, max: 100, step: 1 },
  { name: 'perDocument', key: 'perDocument', title: 'Per document', min: 0, max: 20, step: 1 },
] as const

const strategies = strategyNames().map((name) => [name, name] as const)
const choose = (fusion: string): void => slide({ fusion })

/** The strategy and the sliders, and what to do with settings that are better. */
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
            weight !== undefined && <WeightSlider key={name} name={name} usual={weight} />,
        )}
      </div>
      {isSlid.value && <Keeping />}
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
        onInput={(event) => {
          slide({ [name]: event.currentTarget.valueAsNumber })
          // Nothing would be searched if both weights were 0.
          event.currentTarget.value = String(valueOf(name))
        }}
      />
    </label>
  )
}

/** The weight of an additional retriever, which every strategy reads. */
function WeightSlider({ name, usual }: { readonly name: string; readonly usual: number }) {
  const { weights = {} } = settings.value
  const value = weights[name] ?? usual
  return (
    <label>
      <span>
        {`Weight of ${name} `}
        <span class={slid.value.weights ? 'changed' : undefined}>{value}</span>
      </span>
      <input
        type="range"
        {...{ min: 0, max: 1, step: 0.01, value }}
        onInput={(event) => slide({ weights: { ...weights, [name]: event.currentTarget.valueAsNumber } })}
      />
    </label>
  )
}

/** Takes the changed settings along, or takes them back. */
function Keeping() {
  const said = useSignal('')
  const save = async () => {
    try {
      const { file } = await send<{ readonly file: string }>('settings', toSave())
      saved.value = { ...saved.value, ...slid.value }
      said.value = `Saved in ${file}. The page goes on with it; programs that run keep the settings that they began with.`
    } catch (error) {
      said.value = (error as Error).message
    }
  }
  return (
    <div class="fields">
      <Command text={asFlags()} title="Copy as flags" />
      <Copy text={asYaml()} title="Copy as YAML" />
      <button onClick={save}>Save</button>
      <button onClick={reset}>Reset</button>
      <output class="muted" aria-live="polite">
        {said}
      </output>
    </div>
  )
}

/** The button goes with what it takes back: the keyboard goes on at the strategy. */
function reset(): void {
  slid.value = {}
  document.querySelector<HTMLElement>('.settings select')?.focus()
}

/** Where a slider stands; null where the strategy does not read it. */
function valueOf(name: (typeof sliders)[number]['name']): number | null {
  const { weights, threshold, limit, perDocument, strategyName, fusionOptions } = resolved.value
  const usualK = { rrf: 60, 'rrf-compressed': 2 }[strategyName] ?? null
  const { max, isStrict } = perDocument
  return {
    vectorWeight: weights['vector'] ?? 0,
    textWeight: weights['keyword'] ?? 0,
    rrfK: usualK === null ? null : (fusionOptions.k ?? usualK),
    threshold,
    limit,
    // 0 stands for any number, as of the flag.
    perDocument: isStrict && max === Infinity ? 0 : max,
  }[name]
}

/** Sets an option, unless nothing would be searched with it. */
function slide(changed: SearchOptions): void {
  // Each strategy has weights and a k of its own.
  const { vectorWeight: _, textWeight: __, rrfK: ___, ...others } = slid.value
  const kept = changed.fusion === undefined ? slid.value : others
  // A weight or a k without a strategy would name another strategy.
  const isOfStrategy = ['vectorWeight', 'textWeight', 'rrfK'].some((name) => name in changed)
  const next = { ...kept, ...(isOfStrategy && { fusion: resolved.value.strategyName }), ...changed }
  const { vector = 0, keyword = 0 } = resolved.value.weights
  if ((next.vectorWeight ?? vector) + (next.textWeight ?? keyword) > 0) slid.value = next
}

/** The weight of an additional retriever is set in its module. */
const withoutWeights = ({ weights: _, ...options }: SearchOptions): SearchOptions => options

/** What was changed, as flags of `recallite search`. */
const asFlags = (): string =>
  Object.entries(withoutWeights(slid.value))
    .map(([name, value]) => `--${name.replaceAll(/(?=[A-Z])/gu, '-').toLowerCase()} ${value}`)
    .join(' ')

/** Options by the keys of the settings. */
function asSettings(options: SearchOptions = slid.value): Readonly<Record<string, unknown>> {
  const keys = new Map<string, string>(sliders.map(({ name, key }) => [name, key]))
  const entries = Object.entries(withoutWeights(options))
  return Object.fromEntries(entries.map(([name, value]) => [`query.${keys.get(name) ?? name}`, value]))
}

/** What was changed; of the strategy, its weights and k all of them, since those of another one may be in the file. Null: not set. */
function toSave(): Readonly<Record<string, unknown>> {
  if (slid.value.fusion === undefined) return asSettings()
  const { fusion, vectorWeight = null, textWeight = null, rrfK = null } = settings.value
  return { ...asSettings(), ...asSettings({ fusion, vectorWeight, textWeight, rrfK } as SearchOptions) }
}

/** What was changed, as lines of a settings file. */
function asYaml(): string {
  const paths = Object.entries(asSettings()).map(([key, value]) => `${key}: ${value}`.split('.hybrid.'))
  const own = paths.flatMap(([key = '', nested]) => (nested ? [] : `  ${key.replace('query.', '')}`))
  const below = paths.flatMap(([, nested]) => (nested ? `    ${nested}` : []))
  return ['query:', ...own, ...(below.length > 0 ? ['  hybrid:', ...below] : [])].join('\n')
}
