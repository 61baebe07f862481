import type { TargetedEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { address, goTo } from './address.js'
import { visible } from './elements.js'

type Texts = readonly (readonly [value: string, text: string])[]

/** A select field with `texts`, a field for numbers with `step`, otherwise a text field. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly texts?: Texts
  readonly step?: number
  readonly placeholder?: string
}

/** Options whose text is their value, after an empty value with the text `label`. */
export const choices = (texts: readonly string[], label = 'all'): Texts => [
  ['', label],
  ...texts.map((text) => [text, text] as const),
]

interface ChoiceProps extends Required<Pick<Field, 'label' | 'texts'>> {
  readonly value: string
  readonly name?: string
  readonly onChoose?: (value: string) => void
}

export function Choice({ label, texts, value, name, onChoose }: ChoiceProps) {
  const options = texts.map(([each, text]) => <option key={each} value={each} label={visible(text)} />)
  return (
    <label>
      {label}{' '}
      <select name={name} value={value} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
        {options}
      </select>
    </label>
  )
}

interface FiltersProps {
  readonly fields: readonly Field[]
  readonly on: 'onInput' | 'onChange'
}

/** Fields for parameters of the URL, which change while the user types (`onInput`) or when input is complete (`onChange`). */
export function Filters({ fields, on }: FiltersProps) {
  const { view, parameters } = address.value
  const apply = (event: TargetedEvent<HTMLFormElement>) =>
    goTo(view, { ...parameters, ...valuesOf(event) }, { replaces: true })
  const all = fields.map(({ label, texts, ...field }) => {
    const { [field.name]: value = '' } = parameters
    if (texts) return <Choice key={field.name} {...{ name: field.name, label, texts, value }} />
    return (
      <label key={field.name}>
        {label} <Input {...field} value={value} />
      </label>
    )
  })
  return (
    <form
      role="search"
      aria-label="Filters"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      {...{ [on]: apply }}
    >
      <div class="fields">{all}</div>
    </form>
  )
}

/** A field that follows its value in the URL, but keeps what the user types while other parts of the page change. */
function Input({
  value,
  ...field
}: Pick<Field, 'name' | 'step' | 'placeholder'> & { readonly value: string }) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  if (field.step === undefined) return <input ref={input} type="search" name={field.name} />
  return <input ref={input} type="number" {...field} />
}

export function valuesOf({ currentTarget }: TargetedEvent<HTMLFormElement>): Record<string, string> {
  const values = [...new FormData(currentTarget)]
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}
