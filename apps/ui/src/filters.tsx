import { printable } from '@recallite/analysis/invisible'
import { address, goTo } from './address.js'

/** A field for one of some texts by their values, or else for any text. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly texts?: readonly (readonly [value: string, text: string])[]
}

interface FiltersProps {
  readonly fields: readonly Field[]
  readonly on: 'onInput' | 'onChange'
}

/** Texts that stand for themselves; the empty one for `usual`. */
export const choices = (texts: readonly string[], usual = 'all'): NonNullable<Field['texts']> => [
  ['', usual],
  ...texts.map((text) => [text, text] as const),
]

/** Fields whose values become parameters of the address: while they are written (`onInput`), or behind (`onChange`). */
export function Filters({ fields, on }: FiltersProps) {
  const { view, parameters } = address.value
  const apply = ({ currentTarget }: Event) => {
    const given = [...parameters, ...new FormData(currentTarget as HTMLFormElement)]
    goTo(view, Object.fromEntries(given.map(([name, value]) => [name, String(value)])), { replaces: true })
  }
  return (
    <form class="fields" role="search" onSubmit={(event) => event.preventDefault()} {...{ [on]: apply }}>
      {fields.map(({ name, label, texts }) => (
        <label key={name}>
          {label}
          {texts ? (
            <select name={name} value={parameters.get(name) ?? ''}>
              {texts.map(([value, text]) => (
                <option key={value} value={value}>
                  {printable(text)}
                </option>
              ))}
            </select>
          ) : (
            <input type="search" name={name} value={parameters.get(name) ?? ''} />
          )}
        </label>
      ))}
    </form>
  )
}
