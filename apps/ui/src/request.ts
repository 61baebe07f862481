import { useEffect, useState } from 'preact/hooks'
import type { Refused } from './api.js'

/** Asks for something; rejects with a RequestError, whose message is for people. */
export function ask<Answer>(
  name: string,
  parameters: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams(parameters).toString()
  return answerOf(`./api/${name}${query === '' ? '' : `?${query}`}`, { signal: signal ?? null })
}

/** Sends something; rejects as `ask` does. */
export function send<Answer>(name: string, body: object, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const text = JSON.stringify(body)
  return answerOf(`./api/${name}`, { method: 'POST', headers, body: text, signal: signal ?? null })
}

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

async function answerOf<Answer>(address: string, how: RequestInit): Promise<Answer> {
  const response = await fetch(address, how).catch((error: unknown) => {
    if (how.signal?.aborted) throw error
    throw new RequestError('The program that serves this page does not answer. Start it again: recallite ui')
  })
  const value: unknown = await response.json()
  if (!response.ok) throw new RequestError((value as Refused).error.message)
  return value as Answer
}

/** A request that was refused, or that nobody answered. */
class RequestError extends Error {}
