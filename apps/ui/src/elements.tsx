import { printable } from '@recallite/keyword/invisible'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ReportTable } from './api.js'

/** A text as it is shown: what would not be seen, or turns the direction of others, as `\u{…}`. */
export const visible = (text: string): string => printable(text, { keepLines: true })

/** A text of a note or record, in its own direction of writing. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{visible(of)}</bdi>

/** As `Text`, of several lines. */
export const Whole = ({ of }: { readonly of: string }) => <pre dir="auto">{visible(of)}</pre>

/** Texts as `Text` shows them, all else as it is. */
export const shown = (what: ComponentChildren) => (typeof what === 'string' ? <Text of={what} /> : what)

export const Paragraphs = ({ of, kind }: { readonly of: readonly string[]; readonly kind: string }) =>
  of.map((text) => (
    <p key={text} class={kind} dir="auto">
      {visible(text)}
    </p>
  ))

/** A link to what a text of a note or record names. */
export const Link = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a class="link" href={to}>
    <Text of={text} />
  </a>
)

/** What went wrong, or nothing. */
export const Trouble = ({ of }: { readonly of: string | undefined }) =>
  of ? (
    <p class="error" role="alert">
      {visible(of)}
    </p>
  ) : null

/** Facts in pairs; those without a value are left out. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ComponentChildren])[] }) {
  const known = of.filter(([, what]) => (Array.isArray(what) ? what.length > 0 : what))
  return (
    <dl class="pairs">
      {known.map(([name, what]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{shown(what)}</dd>])}
    </dl>
  )
}

interface FigureTableProps extends Omit<ReportTable, 'lines'> {
  readonly lines: readonly (readonly ComponentChildren[])[]
}

/** A table of figures in a box that scrolls by itself, also with the keyboard. */
export function FigureTable({ title, head, lines, note }: FigureTableProps) {
  const heads = head.map((each) => <th scope="col">{shown(each)}</th>)
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
  if (column === 0) return <th scope="row">{shown(content)}</th>
  const [text, what] = [String(content), shown(content)]
  return <td class={/[▲✓]/u.test(text) ? 'good' : text.includes('▼') ? 'bad' : undefined}>{what}</td>
}

interface CopyProps {
  readonly text: string
  /** What the button says; default a name for screen readers alone tells what it copies. */
  readonly title?: string
}

/** A button that copies a text, and says so. */
export function Copy({ text, title }: CopyProps) {
  const [copied, setCopied] = useState('')
  const isCopied = copied === text
  // Where a browser refuses it, the text stands beside the button.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(''),
    )
  return (
    <button aria-label={isCopied ? undefined : (title ?? `Copy ${text}`)} onClick={copy}>
      {isCopied ? 'Copied' : (title ?? 'Copy')}
    </button>
  )
}

/** A command or its flags, and a button that copies them. */
export const Command = (props: CopyProps) => (
  <span class="command">
    <code dir="ltr">{props.text}</code> <Copy {...props} />
  </span>
)

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog that is open for as long as it is drawn. */
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

/** What a button within a dialog does to close it: what had the focus before gets it back. */
export const closeDialog = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
  currentTarget.closest('dialog')?.close()

/** A time in milliseconds since the epoch: `2026-02-11 14:30 UTC`; null if there is none. */
export const dateAndTime = (time: number | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A share as people read it: `75 %`. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`
