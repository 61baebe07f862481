import { useEffect, useState } from 'preact/hooks'

/** What became of a request: neither is there while it is under way. */
interface Asked<Answer> {
  readonly answer?: Answer
  readonly error?: string
}

/** Asks when it is first drawn, and again where `key` is another one. */
export function useAsked<Answer>(
  key: string,
  request: (signal: AbortSignal) => Promise<Answer> | undefined,
): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer> & { readonly key?: string }>({})
  useEffect(() => {
    const ended = new AbortController()
    const fail = (error: unknown) => ended.signal.aborted || setAsked({ error: messageOf(error), key })
    request(ended.signal)?.then((answer) => setAsked({ answer, key }), fail)
    return () => ended.abort()
  }, [key])
  return asked.key === key ? asked : {}
}

/** What went wrong, for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Does something at the key Esc, as long as it is drawn and no dialog is open. */
export function useEscape(act: () => void): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
