import { useEffect, useState } from 'preact/hooks'

/** Asks when it is first drawn, and again where `key` is another one; the last answer stays until the next one is there. */
export function useAsked<Answer>(key: string, request: (signal: AbortSignal) => Promise<Answer>) {
  const [asked, setAsked] = useState<{ readonly answer?: Answer; readonly error?: string }>({})
  useEffect(() => {
    const end = new AbortController()
    request(end.signal).then(
      (answer) => setAsked({ answer }),
      (error: Error) => end.signal.aborted || setAsked({ error: error.message }),
    )
    return () => end.abort()
  }, [key])
  return asked
}
