import { useEffect, useState } from 'preact/hooks'

/** Asks when it is first drawn, and again where `key` is another one; the last answer stays until the next one is there. */
export function useAsked<Answer>(key: string, request: (signal: AbortSignal) => Promise<Answer>) {
  const [asked, setAsked] = useState<{ readonly answer?: Answer; readonly error?: string }>({})
  useEffect(() => {
    const end = new AbortController()
    const fail = (error: unknown) => end.signal.aborted || setAsked({ error: messageOf(error) })
    request(end.signal).then((answer) => setAsked({ answer }), fail)
    return () => end.abort()
  }, [key])
  return asked
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
