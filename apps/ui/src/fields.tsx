import type { TargetedEvent } from 'preact'
import { address, goTo } from './address.js'
import { visible } from './elements.js'

type Texts = readonly (readonly [value: string, text: string])[]

/** A field for one of some texts, by their values, or for any text. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly texts?: Texts
  readonly example?: string
}

/** Texts that are their own values; the empty value has the text `label`. */
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

interface FieldsProps {
  readonly fields: readonly Field[]
}

/** Fields with their values in the address. */
export function Fields({ fields }: FieldsProps) {
  const all = fields.map(({ name, label, texts, example }) => {
    const { [name]: value = '' } = address.value.parameters
    if (texts) return <Choice key={name} {...{ name, label, texts, value }} />
    return (
      <label key={name}>
        {label} <input type="search" name={name} value={value} placeholder={example} />
      </label>
    )
  })
  return <div class="fields">{all}</div>
}

/** Fields whose values become parameters of the address, during input (`onInput`) or after it (`onChange`). */
export function Filters({ fields, on }: FieldsProps & { readonly on: 'onInput' | 'onChange' }) {
  const { view, parameters } = address.value
  const apply = (event: TargetedEvent<HTMLFormElement>) =>
    goTo(view, { ...parameters, ...valuesOf(event) }, { replaces: true })
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()} {...{ [on]: apply }}>
      <Fields fields={fields} />
    </form>
  )
}

export function valuesOf({ currentTarget }: TargetedEvent<HTMLFormElement>): Record<string, string> {
  const values = [...new FormData(currentTarget)]
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}
