import { printable } from '@recallite/analysis/invisible'
import type { ComponentChildren } from 'preact'

/** A text of a note or record, in its own direction of writing; what would not be seen, or turns others, is shown as `\u{…}`. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{printable(of)}</bdi>

/** As `Text`, of several lines. */
export const Whole = ({ text }: { readonly text: string }) => (
  <pre dir="auto">{printable(text, { keepLines: true })}</pre>
)

/** A list of facts by name; those without a value are left out. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(of).filter(
    ([, value]) =>
      ![undefined, null, '', false].includes(value as '') && !(Array.isArray(value) && value.length === 0),
  )
  return (
    <dl class="pairs">
      {known.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
    </dl>
  )
}

/** What went wrong, or nothing. */
export const Trouble = ({ of }: { readonly of: string | undefined }) =>
  of === undefined ? null : (
    <p class="error" role="alert">
      <Text of={of} />
    </p>
  )

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly texts: readonly string[]
  /** What is shown of the texts, in their order; default: themselves. */
  readonly names?: readonly string[]
  readonly onChoose: (value: string) => void
}

/** A choice of one of some texts, or all of them, which is the empty text. */
export const Choice = ({ label, value, texts, names = texts, onChoose }: ChoiceProps) => (
  <label>
    {label}
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {['', ...texts].map((text, index) => (
        <option key={text} value={text}>
          {text === '' ? 'all' : printable(names[index - 1] ?? text)}
        </option>
      ))}
    </select>
  </label>
)

/** A time in milliseconds since the epoch: `2026-02-11 14:30 UTC`. */
export const dateAndTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
