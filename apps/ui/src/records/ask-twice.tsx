import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../asked.js'
import { Trouble } from '../texts.js'

interface AskTwiceProps {
  readonly title: string
  /** Of the first confirmation and of the second. */
  readonly buttons: readonly [string, string]
  /** What is said above the second. */
  readonly warning: string
  /** What is asked about. */
  readonly children: ComponentChildren
  /** Rejects with what is then shown. */
  readonly onSure: () => Promise<void>
  readonly onClose: () => void
}

/** A dialog that does something after two confirmations. In the second, Cancel stands where the first one was pressed. */
export function AskTwice({ title, buttons, warning, children, onSure, onClose }: AskTwiceProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const [isSecond, setSecond] = useState(false)
  const [error, setError] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => void (isSecond && cancel.current?.focus()), [isSecond])
  const button = buttons[isSecond ? 1 : 0]
  const proceed = (event: Event) => {
    event.preventDefault()
    if (isSecond) onSure().catch((reason: unknown) => setError(messageOf(reason)))
    else setSecond(true)
  }
  return (
    <dialog ref={dialog} aria-labelledby="asking" onClose={onClose}>
      <form onSubmit={proceed}>
        <h2 id="asking">{title}</h2>
        {children}
        {isSecond && <p role="alert">{warning}</p>}
        <Trouble of={error} />
        <p class={isSecond ? 'fields turned' : 'fields'}>
          <button type="submit" class="danger" key={button}>
            {button}
          </button>
          <button type="button" ref={cancel} onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  )
}
