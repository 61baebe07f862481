import { printable } from '@recallite/analysis/invisible'
import type { ComponentChildren } from 'preact'

/** A text of a note or record, in its own direction of writing; what would not be seen, or turns others, is shown as `\u{…}`. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{printable(of)}</bdi>

/** Several texts in a row; false for none. */
export const textsOf = (texts: readonly string[]) => texts.length > 0 && <Text of={texts.join(', ')} />

/** As `Text`, of several lines. */
export const Whole = ({ of }: { readonly of: string }) => (
  <pre dir="auto">{printable(of, { keepLines: true })}</pre>
)

/** Facts by name; those without a value are left out. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(of).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
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
      {printable(of)}
    </p>
  )

/** A time in milliseconds since the epoch: `2026-02-11 14:30 UTC`; null if there is none. */
export const dateAndTime = (time: number | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
