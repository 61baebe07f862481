import { printable } from '@recallite/keyword/invisible'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListedRecord, ReportTable } from './api.js'

/** Escapes invisible characters and direction overrides as `\u{…}`. */
export const visible = (text: string): string => printable(text, { keepLines: true })

/** Text of a note or record, with its own writing direction. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{visible(of)}</bdi>

/** Multi-line `Text`. */
export const TextBlock = ({ of }: { readonly of: string }) => <pre dir="auto">{visible(of)}</pre>

/** Wraps strings in `Text`. */
export const display = (what: ComponentChildren) => (typeof what === 'string' ? <Text of={what} /> : what)

export const Paragraphs = ({ of, kind }: { readonly of: readonly string[]; readonly kind: string }) =>
  of.map((text) => (
    <p key={text} class={kind} dir="auto">
      {visible(text)}
    </p>
  ))

export const Link = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a class="link" href={to}>
    <Text of={text} />
  </a>
)

interface EntryProps {
  readonly title: string
  /** Displayed below the title, without missing ones. */
  readonly facts: readonly (string | null | undefined)[]
}

/** An entry of a list. */
export const Entry = ({ title, facts }: EntryProps) => (
  <span class="entry">
    <Text of={title} />
    <small>{factsOf(facts)}</small>
  </span>
)

/** Facts separated by points. */
export const factsOf = (facts: EntryProps['facts']): string =>
  visible(facts.filter((fact) => fact).join(' · '))

/** Who wrote a record, with the program. */
export const originOf = ({
  origin,
  client,
}: {
  readonly origin: string
  readonly client: string | null
}): string => `by ${origin}${client === null ? '' : ` (${client})`}`

/** Whether a record with contradictions is the current one; null if there are none. */
export function disputeOf(later: readonly unknown[] = [], earlier: readonly unknown[] = []): string | null {
  if (later.length > 0) return 'not current: contradicted by a later record'
  return earlier.length > 0 ? 'current: contradicts an earlier record' : null
}

/** The facts of a record in a list. */
export const factsOfRecord = (record: ListedRecord): EntryProps['facts'] => [
  dateAndTime(record.time),
  record.collection,
  record.session,
  originOf(record),
  record.status === 'active' ? null : record.status,
  disputeOf(record.contradictedBy, record.contradicts),
]

interface ResultItemProps {
  readonly link: string
  readonly title: ComponentChildren
  readonly kind?: string
  readonly facts: EntryProps['facts']
  /** Called before the click. */
  readonly onPress?: () => void
  readonly children?: ComponentChildren
}

/** A note or record in a list of results. */
export const ResultItem = ({ link, title, kind, facts, onPress, children }: ResultItemProps) => (
  <li>
    <a data-result href={link} dir="auto" onPointerDown={onPress}>
      {display(title)}
    </a>
    <p class="muted">
      {kind && <span class="kind">{kind}</span>} {factsOf(facts)}
    </p>
    {children}
  </li>
)

/** An error message, if there is one. */
export const ErrorMessage = ({ of }: { readonly of: string | undefined }) =>
  of ? (
    <p class="error" role="alert">
      {visible(of)}
    </p>
  ) : null

/** A list of names and values, without empty values. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ComponentChildren])[] }) {
  const facts = of.filter(([, what]) => (Array.isArray(what) ? what.length > 0 : what))
  return (
    <dl class="pairs">
      {facts.map(([name, what]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{display(what)}</dd>])}
    </dl>
  )
}

interface FigureTableProps extends Omit<ReportTable, 'lines'> {
  readonly lines: readonly (readonly ComponentChildren[])[]
}

/** A table of figures in a scrollable box. */
export function FigureTable({ title, head, lines, note }: FigureTableProps) {
  const heads = head.map((each) => <th scope="col">{display(each)}</th>)
  const rows = lines.map((line) => <tr>{line.map(cell)}</tr>)
  return (
    <div class="scroll" role="group" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>{heads}</tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
      {note && <p class="muted">{note}</p>}
    </div>
  )
}

function cell(content: ComponentChildren, column: number) {
  if (column === 0) return <th scope="row">{display(content)}</th>
  const [text, what] = [String(content), display(content)]
  return <td class={/[▲✓]/u.test(text) ? 'good' : text.includes('▼') ? 'bad' : undefined}>{what}</td>
}

interface CommandProps {
  readonly text: string
  /** The label of the button; default `Copy`. */
  readonly title?: string
}

/** A command with a copy button. */
export function Command({ text, title }: CommandProps) {
  const [copied, setCopied] = useState('')
  const isCopied = copied === text
  // If the browser denies access, the user can still select the text.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(''),
    )
  return (
    <span class="command">
      <code dir="ltr">{text}</code>{' '}
      <button aria-label={isCopied ? undefined : (title ?? `Copy ${text}`)} onClick={copy}>
        {isCopied ? 'Copied' : (title ?? 'Copy')}
      </button>
    </span>
  )
}

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label={visible(title)} onClose={onClose}>
      <h2 dir="auto">{visible(title)}</h2>
      {children}
    </dialog>
  )
}

/** Closes the dialog of a button; the browser then restores the focus. */
export const closeDialog = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
  currentTarget.closest('dialog')?.close()

/** A number with its noun, in the plural with an s. */
export const count = (amount: number, noun: string): string =>
  `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

/** Formats a time in milliseconds since the epoch: `2026-02-11 14:30 UTC`. */
export const dateAndTime = (time: number | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
