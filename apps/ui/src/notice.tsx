import { signal } from '@preact/signals'
import { closeOpened } from './address.js'
import { send } from './request.js'

interface Notice {
  readonly text: string
  /** Reverts the change. */
  readonly undo?: () => Promise<unknown>
}

const notice = signal<Notice | undefined>(undefined)

/** Increases with every change to records on this page, so that lists are read again. */
export const changes = signal(0)

/** How long a notice stays, in milliseconds: with `undo` as long as a record can be restored. */
const [short, long] = [5000, 60_000]

let timer: ReturnType<typeof setTimeout>

const close = () => void (notice.value = undefined)

/** Announces a change to records. */
export function announce(value: Notice): void {
  changes.value += 1
  notice.value = value
  clearTimeout(timer)
  timer = setTimeout(close, value.undo ? long : short)
}

const fail = (error: Error) => announce({ text: error.message })

/** Closes the open record and forgets it on the server, which waits for one minute. */
export function forget(id: string): void {
  closeOpened()
  send('forget', { id }).then(
    () => announce({ text: 'Forgotten.', undo: () => send('undo-forget', { id }) }),
    fail,
  )
}

/** The last change, with a button that reverts it. */
export function Notice() {
  const { text, undo } = notice.value ?? {}
  return (
    <div class="notice" role="status">
      {text}
      {undo && <button onClick={() => undo().then(() => announce({ text: 'Restored.' }), fail)}>Undo</button>}
      {text && <button onClick={close}>Close</button>}
    </div>
  )
}
