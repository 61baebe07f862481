import type { TargetedEvent } from 'preact'
import { address, goTo } from './address.js'
import { visible } from './elements.js'

type Texts = readonly (readonly [value: string, text: string])[]

/** A select field with `texts`, a text field without. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly texts?: Texts
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

interface FieldsProps {
  readonly fields: readonly Field[]
}

/** Fields whose values come from the URL. */
function Fields({ fields }: FieldsProps) {
  const all = fields.map(({ name, label, texts }) => {
    const { [name]: value = '' } = address.value.parameters
    if (texts) return <Choice key={name} {...{ name, label, texts, value }} />
    return (
      <label key={name}>
        {label} <input type="search" name={name} value={value} />
      </label>
    )
  })
  return <div class="fields">{all}</div>
}

/** Fields that update the URL while the user types (`onInput`) or when input is complete (`onChange`). */
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
