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

/** As long as a record can be restored, in milliseconds. */
const duration = 60_000

let timer: ReturnType<typeof setTimeout>

/** Announces a change to records for one minute. */
export function announce(value: Notice): void {
  changes.value += 1
  notice.value = value
  clearTimeout(timer)
  timer = setTimeout(() => (notice.value = undefined), duration)
}

/** Forgets the open record on the server, which waits for one minute. */
export async function forget(id: string): Promise<void> {
  await send('forget', { id })
  closeOpened()
  announce({ text: 'Forgotten.', undo: () => send('undo-forget', { id }) })
}

/** The last change, with a button that reverts it. */
export function Notice() {
  const { text, undo } = notice.value ?? {}
  const restore = () =>
    undo?.().then(
      () => announce({ text: 'Restored.' }),
      (error: Error) => announce({ text: error.message }),
    )
  return (
    <div class="notice" role="status">
      {text}
      {undo && <button onClick={restore}>Undo</button>}
    </div>
  )
}
