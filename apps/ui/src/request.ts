import { useEffect, useState } from 'preact/hooks'
import type { Parameters } from './address.js'

/** The last answer or error; undefined until the first one. */
export interface RequestState<Answer> {
  readonly answer?: Answer
  readonly error?: string
  readonly isAsking: boolean
}

class RequestError extends Error {}

type Request<Answer> = (signal: AbortSignal) => Promise<Answer>
type Change<Answer> = (next: (before: RequestState<Answer>) => RequestState<Answer>) => void

/** Sends a GET request. Rejects with an error that can be displayed. */
export function ask<Answer>(name: string, parameters: Parameters = {}, signal?: AbortSignal) {
  const query = new URLSearchParams(parameters).toString()
  return answerOf<Answer>(query === '' ? name : `${name}?${query}`, { signal: signal ?? null })
}

/** Sends a POST request. Rejects like `ask`. */
export function send<Answer>(name: string, value: object, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const how = { method: 'POST', headers, body: JSON.stringify(value), signal: signal ?? null }
  return answerOf<Answer>(name, how)
}

/** Filters that accept lists. The page sets one value each. */
const lists: ReadonlySet<string> = new Set(['root', 'path', 'heading', 'where'])

/** The body of a search from the parameters of the URL. */
export function searchBody({ q: query = '', limit, threshold, ...filters }: Parameters) {
  const given = Object.entries(filters).map(([name, value]) => [name, lists.has(name) ? [value] : value])
  const numbers = Object.entries({ limit, threshold }).filter(([, value]) => value !== undefined)
  const figures = numbers.map(([name, value]) => [name, Number(value)])
  return { query, ...Object.fromEntries([...given, ...figures]) }
}

/** Sends a request when first rendered, and again when `key` changes. */
export function useRequest<Answer>(key: string | number, request: Request<Answer>): RequestState<Answer> {
  const [state, setState] = useState<RequestState<Answer>>({ isAsking: true })
  useEffect(() => follow(request, setState), [key])
  return state
}

/** Reports the progress of a request; returns a function that aborts it. */
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
    throw new RequestError('The server of this page does not answer. Restart it: recallite ui')
  })
  const value: unknown = await response.json()
  if (!response.ok) throw new RequestError((value as { readonly error: Error }).error.message)
  return value as Answer
}
