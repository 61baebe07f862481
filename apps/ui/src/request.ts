import { useEffect, useState } from 'preact/hooks'
import type { Parameters } from './address.js'

/** An answer, or why there is none; neither before the first one. The last one stays until the next one is there. */
export interface Asked<Answer> {
  readonly answer?: Answer
  readonly error?: string
  readonly isAsking: boolean
}

type Request<Answer> = (signal: AbortSignal) => Promise<Answer>
type Change<Answer> = (next: (before: Asked<Answer>) => Asked<Answer>) => void

/** Asks for something; rejects with an error whose message is for people. */
export function ask<Answer>(name: string, parameters: Parameters = {}, signal?: AbortSignal) {
  const query = new URLSearchParams(parameters).toString()
  return answerOf<Answer>(query === '' ? name : `${name}?${query}`, { signal: signal ?? null })
}

/** Sends something; rejects as `ask` does. */
export function send<Answer>(name: string, value: object, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const how = { method: 'POST', headers, body: JSON.stringify(value), signal: signal ?? null }
  return answerOf<Answer>(name, how)
}

/** Asks when it is first drawn, and again where `key` is another one. */
export function useAsked<Answer>(key: string | number, request: Request<Answer>): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ isAsking: true })
  useEffect(() => follow(request, setAsked), [key])
  return asked
}

/** Changes what was asked as a request goes on; the function that it returns gives it up. */
export function follow<Answer>(request: Request<Answer>, change: Change<Answer>): () => void {
  const end = new AbortController()
  change((before) => ({ ...before, isAsking: true }))
  request(end.signal).then(
    (answer) => change(() => ({ answer, isAsking: false })),
    (error: Error) => end.signal.aborted || change(() => ({ error: error.message, isAsking: false })),
  )
  return () => end.abort()
}

async function answerOf<Answer>(address: string, how: RequestInit): Promise<Answer> {
  const response = await fetch(`./api/${address}`, how).catch((error: unknown) => {
    if (how.signal?.aborted) throw error
    throw new RequestError('The program that serves this page does not answer. Start it again: recallite ui')
  })
  const value: unknown = await response.json()
  if (!response.ok) throw new RequestError((value as { readonly error: Error }).error.message)
  return value as Answer
}

/** A request that was refused, or that nobody answered. */
class RequestError extends Error {}
