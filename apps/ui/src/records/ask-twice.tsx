import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/records'
import { useEffect, useRef, useState } from 'preact/hooks'
import { send } from '../request.js'
import { Text, Trouble, Whole } from '../texts.js'

const doings = {
  forget: {
    title: 'Forget this record?',
    buttons: ['Forget…', 'Forget for good'],
    warning: 'Records are the only copy: what is forgotten cannot be brought back.',
    done: 'Forgot 1 record.',
  },
  supersede: {
    title: 'Supersede this record',
    buttons: ['Supersede…', 'Supersede it'],
    warning: 'The old record stays readable and is not recalled any more.',
    done: 'Superseded 1 record.',
  },
} as const

/** What can be done with a record. */
export type Doing = keyof typeof doings

interface AskTwiceProps {
  readonly doing: Doing
  readonly record: MemoryRecord
  readonly onDone: (message: string, next: string) => void
  readonly onClose: () => void
}

/** A dialog that does it after two confirmations. In the second, Cancel stands where the button of the first one was. */
export function AskTwice({ doing, record, onDone, onClose }: AskTwiceProps) {
  const { title, buttons, warning, done } = doings[doing]
  const [content, setContent] = useState(record.content)
  const [isSecond, setSecond] = useState(false)
  const [error, setError] = useState<string>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const act = async () => {
    const { id } = record
    const answer = await send<Partial<Remembered>>(doing, doing === 'forget' ? { id } : { id, content })
    onDone(done, answer.record?.id ?? '')
  }
  const proceed = (event: Event) => {
    event.preventDefault()
    if (isSecond) act().catch((reason: Error) => setError(reason.message))
    else setSecond(true)
  }
  return (
    <dialog ref={dialog} aria-labelledby="asking" onClose={onClose}>
      <form onSubmit={proceed}>
        <h2 id="asking">{title}</h2>
        <Text of={record.id} />
        <Whole of={record.content} />
        {doing === 'supersede' && (
          <label>
            New content
            <textarea
              dir="auto"
              rows={6}
              required
              value={content}
              onInput={(event) => setContent(event.currentTarget.value)}
            />
          </label>
        )}
        {isSecond && <p role="alert">{warning}</p>}
        <Trouble of={error} />
        <p class={isSecond ? 'fields turned' : 'fields'}>
          <button type="submit" class="danger">
            {buttons[isSecond ? 1 : 0]}
          </button>
          <button type="button" ref={isSecond ? focus : null} onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()
